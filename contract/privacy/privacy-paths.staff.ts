import type { StaffPath } from '#contract/shared/path.staff.ts'

/** Voucher expiry, erasure runs, and data requests of one person. */
export const privacyPaths = {
  expiries: {
    method: 'GET',
    path: '/backoffice/api/expiries',
    needs: 'employer.read',
    channel: 'own',
  },
  retentionPeriods: {
    method: 'GET',
    path: '/backoffice/api/privacy/retention',
    needs: 'retention.run',
    channel: 'none',
  },
  erasureRuns: {
    method: 'GET',
    path: '/backoffice/api/privacy/erasure-runs',
    needs: 'retention.run',
    channel: 'none',
  },
  erasureRun: {
    method: 'GET',
    path: '/backoffice/api/privacy/erasure-runs/:id',
    needs: 'retention.run',
    channel: 'none',
  },
  startErasureDryRun: {
    method: 'POST',
    path: '/backoffice/api/privacy/erasure-runs',
    needs: 'retention.run',
    channel: 'none',
  },
  requestErasureApproval: {
    method: 'POST',
    path: '/backoffice/api/privacy/erasure-runs/:id/approval-request',
    needs: 'retention.run',
    channel: 'none',
  },
  personalData: {
    method: 'GET',
    path: '/backoffice/api/vouchers/:id/personal-data',
    needs: 'personal-data.erase',
    channel: 'own',
  },
  exportPerson: {
    method: 'POST',
    path: '/backoffice/api/vouchers/:id/personal-data/export',
    needs: 'personal-data.erase',
    channel: 'own',
  },
  erasePerson: {
    method: 'POST',
    path: '/backoffice/api/vouchers/:id/personal-data/erase',
    needs: 'personal-data.erase',
    channel: 'own',
  },
} as const satisfies Record<string, StaffPath>
