// Who watches over an outside engine, as a process of its own between harrow and the engine.
//
// PR_SET_PDEATHSIG would be tied to the thread that started the engine, has a race with that
// thread's end, and reaches no process that the engine starts itself. The guard instead holds one
// end of a pair of sockets whose other end only harrow has: whatever way harrow ends, the guard
// reads its end, and kills the engine and all that it has started. What leaves the engine's group,
// as `timeout` and `setsid` do, is still a descendant of the guard, to whom all orphans come.
#ifndef HARROW_ENGINE_GUARD_H
#define HARROW_ENGINE_GUARD_H

// The file on which the guard has its end of the pair, beside stdin, stdout and stderr.
enum { ENGINE_GUARD_FILE = 3 };

// Starts a command, found by PATH, with this process's stdin, stdout and stderr and no other file,
// and waits for its end or harrow's, which the end of what is written to ENGINE_GUARD_FILE counts
// for too. Then kills what is left of it. Must be the leader of its group.
//
// Tells on ENGINE_GUARD_FILE, each an int: the errno with which the command cannot be started, 0
// when it runs; and when it has ended by itself, its exit code, or less the signal that killed it.
// Returns the exit code for this process: 0 when nothing is left.
int engine_guard_run(char *const *command);

#endif
