import type { StaffPath } from '#contract/shared/path.staff.ts'

/** Expiry, erasure and cleanup runs, and requests of people about their own data. */
export const timePaths = {
  expiries: {
    method: 'GET',
    path: '/backoffice/api/expiries',
    needs: 'employer.read',
    channel: 'own',
  },
  retention: {
    method: 'GET',
    path: '/backoffice/api/retention',
    needs: 'retention.run',
    channel: 'none',
  },
  retentionRuns: {
    method: 'GET',
    path: '/backoffice/api/retention/runs',
    needs: 'retention.run',
    channel: 'none',
  },
  retentionRun: {
    method: 'GET',
    path: '/backoffice/api/retention/runs/:id',
    needs: 'retention.run',
    channel: 'none',
  },
  checkRetention: {
    method: 'POST',
    path: '/backoffice/api/retention/runs',
    needs: 'retention.run',
    channel: 'none',
  },
  askForRetention: {
    method: 'POST',
    path: '/backoffice/api/retention/runs/:id/ask',
    needs: 'retention.run',
    channel: 'none',
  },
  personalData: {
    method: 'GET',
    path: '/backoffice/api/vouchers/:id/personal',
    needs: 'person.erase',
    channel: 'own',
  },
  exportPerson: {
    method: 'POST',
    path: '/backoffice/api/vouchers/:id/personal/export',
    needs: 'person.erase',
    channel: 'own',
  },
  erasePerson: {
    method: 'POST',
    path: '/backoffice/api/vouchers/:id/personal/erase',
    needs: 'person.erase',
    channel: 'own',
  },
} as const satisfies Record<string, StaffPath>
