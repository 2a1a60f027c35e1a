import type { StaffPath } from '#contract/shared/path.staff.ts'

/** Figures, and the rows behind each sum. */
export const reportPaths = {
  figures: {
    method: 'GET',
    path: '/backoffice/api/figures',
    needs: 'reports.read',
    channel: 'own',
  },
  metricRows: {
    method: 'GET',
    path: '/backoffice/api/figures/:figure',
    needs: 'reports.read',
    channel: 'own',
  },
} as const satisfies Record<string, StaffPath>
