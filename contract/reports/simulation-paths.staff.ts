import type { StaffPath } from '#contract/shared/path.staff.ts'

/** Seasons that are played before they come. */
export const rehearsalPaths = {
  rehearsals: {
    method: 'GET',
    path: '/backoffice/api/rehearsals',
    needs: 'channel.read',
    channel: 'own',
  },
  rehearsal: {
    method: 'GET',
    path: '/backoffice/api/rehearsals/:id',
    needs: 'channel.read',
    channel: 'own',
  },
  beginRehearsal: {
    method: 'POST',
    path: '/backoffice/api/rehearsals',
    needs: 'channel.rehearse',
    channel: 'own',
  },
} as const satisfies Record<string, StaffPath>
