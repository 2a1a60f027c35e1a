import type { StaffPath } from '#contract/shared/path.staff.ts'

/** Reports: figures, the rows behind each figure, and the sales of a gift. */
export const reportPaths = {
  reportMetrics: {
    method: 'GET',
    path: '/backoffice/api/reports/metrics',
    needs: 'reports.read',
    channel: 'own',
  },
  metricRows: {
    method: 'GET',
    path: '/backoffice/api/reports/metrics/:metric',
    needs: 'reports.read',
    channel: 'own',
  },
  giftSales: {
    method: 'GET',
    path: '/backoffice/api/gifts/:id/sales',
    needs: 'reports.read',
    channel: 'own',
  },
  reportOverview: {
    method: 'GET',
    path: '/backoffice/api/reports/overview',
    needs: 'reports.read',
    channel: 'own',
  },
  reportTop: {
    method: 'GET',
    path: '/backoffice/api/reports/top',
    needs: 'reports.read',
    channel: 'own',
  },
  pointsOwed: {
    method: 'GET',
    path: '/backoffice/api/reports/points-owed',
    needs: 'reports.read',
    channel: 'own',
  },
  activations: {
    method: 'GET',
    path: '/backoffice/api/reports/activations',
    needs: 'employer.read',
    channel: 'own',
  },
  runningBatches: {
    method: 'GET',
    path: '/backoffice/api/reports/running-batches',
    needs: 'employer.read',
    channel: 'own',
  },
} as const satisfies Record<string, StaffPath>
