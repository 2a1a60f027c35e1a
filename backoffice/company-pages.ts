import { type DeskPage, page } from '#backoffice/desk-page.ts'

/** Who gives, who works here, and what they did. */
export const companyPages: readonly DeskPage[] = [
  page(
    {
      path: '/desk/employers',
      word: 'employers',
      icon: 'employer',
      needs: ['employer.read'],
      group: 'company',
    },
    () => import('#backoffice/employers/EmployersPage.tsx'),
    'EmployersPage',
  ),
  page(
    {
      path: '/desk/employers/new',
      word: 'newEmployer',
      icon: 'plus',
      needs: ['employer.write'],
      group: null,
    },
    () => import('#backoffice/employers/NewEmployerPage.tsx'),
    'NewEmployerPage',
  ),
  page(
    {
      path: '/desk/employers/:id',
      word: 'employer',
      icon: 'employer',
      needs: ['employer.read'],
      group: null,
    },
    () => import('#backoffice/employers/EmployerPage.tsx'),
    'EmployerPage',
  ),
  page(
    {
      path: '/desk/staff',
      word: 'staff',
      icon: 'staff',
      needs: ['staff.manage'],
      group: 'company',
    },
    () => import('#backoffice/staff/StaffPage.tsx'),
    'StaffPage',
  ),
  page(
    {
      path: '/desk/staff/invite',
      word: 'invite',
      icon: 'plus',
      needs: ['staff.manage'],
      group: null,
    },
    () => import('#backoffice/staff/InvitePage.tsx'),
    'InvitePage',
  ),
  page(
    {
      path: '/desk/staff/:id',
      word: 'colleague',
      icon: 'account',
      needs: ['staff.manage'],
      group: null,
    },
    () => import('#backoffice/staff/ColleaguePage.tsx'),
    'ColleaguePage',
  ),
  page(
    {
      path: '/desk/expired',
      word: 'expiredPoints',
      icon: 'batch',
      needs: ['employer.read'],
      group: 'company',
    },
    () => import('#backoffice/expired/ExpiredPage.tsx'),
    'ExpiredPage',
  ),
  page(
    {
      path: '/desk/retention',
      word: 'retention',
      icon: 'shield',
      needs: ['retention.run'],
      group: 'company',
    },
    () => import('#backoffice/retention/RetentionPage.tsx'),
    'RetentionPage',
  ),
  page(
    {
      path: '/desk/retention/runs',
      word: 'retentionRuns',
      icon: 'shield',
      needs: ['retention.run'],
      group: null,
    },
    () => import('#backoffice/retention/RetentionRunsPage.tsx'),
    'RetentionRunsPage',
  ),
  page(
    {
      path: '/desk/retention/runs/:id',
      word: 'retentionRun',
      icon: 'shield',
      needs: ['retention.run'],
      group: null,
    },
    () => import('#backoffice/retention/RetentionRunPage.tsx'),
    'RetentionRunPage',
  ),
  page(
    {
      path: '/desk/audit',
      word: 'audit',
      icon: 'audit',
      needs: ['audit.read', 'audit.own'],
      group: 'company',
    },
    () => import('#backoffice/audit/AuditPage.tsx'),
    'AuditPage',
  ),
  page(
    {
      path: '/desk/audit/:id',
      word: 'audit',
      icon: 'audit',
      needs: ['audit.read', 'audit.own'],
      group: null,
    },
    () => import('#backoffice/audit/AuditLinePage.tsx'),
    'AuditLinePage',
  ),
  page(
    { path: '/desk/account', word: 'account', icon: 'shield', needs: [], group: null },
    () => import('#backoffice/account/AccountPage.tsx'),
    'AccountPage',
  ),
]
