// For LD_PRELOAD: libraries stay loaded, so that a leak in one has the name that mpi.supp knows.
int dlclose(void *handle);

int dlclose(void *handle) {
    (void)handle;
    return 0;
}
