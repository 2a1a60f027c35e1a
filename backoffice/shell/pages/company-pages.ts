import { type DeskPage, page } from '#backoffice/kit/page/page-definition.ts'

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
    () => import('#backoffice/modules/employers/EmployersPage.tsx'),
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
    () => import('#backoffice/modules/employers/NewEmployerPage.tsx'),
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
    () => import('#backoffice/modules/employers/EmployerPage.tsx'),
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
    () => import('#backoffice/modules/staff/StaffPage.tsx'),
    'StaffPage',
  ),
  page(
    {
      path: '/desk/staff/tokens',
      word: 'apiTokens.title',
      icon: 'key',
      needs: ['staff.manage'],
      group: 'company',
    },
    () => import('#backoffice/modules/staff/StaffTokensPage.tsx'),
    'StaffTokensPage',
  ),
  page(
    {
      path: '/desk/staff/invite',
      word: 'invite',
      icon: 'plus',
      needs: ['staff.manage'],
      group: null,
    },
    () => import('#backoffice/modules/staff/InvitePage.tsx'),
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
    () => import('#backoffice/modules/staff/ColleaguePage.tsx'),
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
    () => import('#backoffice/modules/vouchers/expiry/ExpiredPage.tsx'),
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
    () => import('#backoffice/modules/privacy/RetentionPage.tsx'),
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
    () => import('#backoffice/modules/privacy/RetentionRunsPage.tsx'),
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
    () => import('#backoffice/modules/privacy/RetentionRunPage.tsx'),
    'RetentionRunPage',
  ),
  page(
    {
      path: '/desk/webhooks',
      word: 'webhook.title',
      icon: 'webhook',
      needs: ['webhook.manage'],
      group: 'company',
    },
    () => import('#backoffice/modules/webhooks/WebhooksPage.tsx'),
    'WebhooksPage',
  ),
  page(
    {
      path: '/desk/webhooks/new',
      word: 'webhook.new',
      icon: 'plus',
      needs: ['webhook.manage'],
      group: null,
    },
    () => import('#backoffice/modules/webhooks/NewWebhookPage.tsx'),
    'NewWebhookPage',
  ),
  page(
    {
      path: '/desk/webhooks/:id',
      word: 'webhook.one',
      icon: 'webhook',
      needs: ['webhook.manage'],
      group: null,
    },
    () => import('#backoffice/modules/webhooks/WebhookPage.tsx'),
    'WebhookPage',
  ),
  page(
    {
      path: '/desk/webhooks/:id/log',
      word: 'webhook.log',
      icon: 'audit',
      needs: ['webhook.manage'],
      group: null,
    },
    () => import('#backoffice/modules/webhooks/WebhookLogPage.tsx'),
    'WebhookLogPage',
  ),
  page(
    {
      path: '/desk/webhooks/:id/log/:delivery',
      word: 'webhook.delivery',
      icon: 'audit',
      needs: ['webhook.manage'],
      group: null,
    },
    () => import('#backoffice/modules/webhooks/WebhookDeliveryPage.tsx'),
    'WebhookDeliveryPage',
  ),
  page(
    {
      path: '/desk/audit',
      word: 'audit',
      icon: 'audit',
      needs: ['audit.read', 'audit.own'],
      group: 'company',
    },
    () => import('#backoffice/modules/audit/AuditPage.tsx'),
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
    () => import('#backoffice/modules/audit/AuditEntryPage.tsx'),
    'AuditLinePage',
  ),
  page(
    { path: '/desk/account', word: 'account', icon: 'shield', needs: [], group: null },
    () => import('#backoffice/modules/staff/account/AccountPage.tsx'),
    'AccountPage',
  ),
  page(
    {
      path: '/desk/figures',
      word: 'figures.title',
      icon: 'figures',
      needs: ['figures.read'],
      group: 'company',
    },
    () => import('#backoffice/modules/reports/ReportsPage.tsx'),
    'FiguresPage',
  ),
  page(
    {
      path: '/desk/figures/:figure',
      word: 'figures.title',
      icon: 'figures',
      needs: ['figures.read'],
      group: null,
    },
    () => import('#backoffice/modules/reports/ReportRowsPage.tsx'),
    'FigureRowsPage',
  ),
]
