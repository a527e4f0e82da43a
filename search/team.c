#include "search/team.h"

#include <pthread.h>
#include <stdbool.h>

typedef struct Member {
    pthread_t thread;
    bool there;
    TeamWork work;
    void *context;
    int number;
} Member;

static void *run_member(void *argument) {
    const Member *member = argument;
    member->work(member->context, member->number);
    return NULL;
}

void team_run(int count, TeamWork work, void *context) {
    Member members[TEAM_MAX];
    for (int i = 1; i < count; i++) {
        members[i] = (Member){.work = work, .context = context, .number = i};
        members[i].there = pthread_create(&members[i].thread, NULL, run_member, &members[i]) == 0;
    }
    work(context, 0);
    for (int i = 1; i < count; i++)
        if (members[i].there) pthread_join(members[i].thread, NULL);
}
