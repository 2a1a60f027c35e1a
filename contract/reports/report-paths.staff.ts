import type { StaffPath } from '#contract/shared/path.staff.ts'

/** What was made of it all, and the rows that each figure was summed from. */
export const figuresPaths = {
  figures: {
    method: 'GET',
    path: '/backoffice/api/figures',
    needs: 'figures.read',
    channel: 'own',
  },
  figureRows: {
    method: 'GET',
    path: '/backoffice/api/figures/:figure',
    needs: 'figures.read',
    channel: 'own',
  },
} as const satisfies Record<string, StaffPath>
