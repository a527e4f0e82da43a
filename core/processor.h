// Whether this processor has the instructions that this binary was built with.
#ifndef HARROW_PROCESSOR_H
#define HARROW_PROCESSOR_H

// The name of an instruction set that the binary needs and the processor lacks; NULL = it may run.
const char *processor_lacks(void);

#endif
