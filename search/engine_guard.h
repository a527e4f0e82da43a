// Who watches over an outside engine, as a process of its own between harrow and the engine.
//
// PR_SET_PDEATHSIG would be tied to the thread that started the engine, has a race with that
// thread's end, and reaches no process that the engine starts itself. The guard instead holds one
// end of a pair of sockets whose other end only harrow has: whatever way harrow ends, the guard
// reads its end, and kills the group of processes of which it, the engine and what that starts are
// members.
#ifndef HARROW_ENGINE_GUARD_H
#define HARROW_ENGINE_GUARD_H

// The file on which the guard has its end of the pair, beside stdin, stdout and stderr.
enum { ENGINE_GUARD_FILE = 3 };

// Starts a command, found by PATH, with this process's stdin, stdout and stderr and no other file,
// and waits for its end or harrow's. Writes on ENGINE_GUARD_FILE the errno with which the command
// cannot be started, an int, 0 when it runs. Must be the leader of its group. Returns the exit code
// for the process: the command's, or 128 and its signal.
int engine_guard_run(char *const *command);

#endif
