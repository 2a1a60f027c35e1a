import { type PageDefinition, page } from '#backoffice/kit/page/page-definition.ts'

/** Who gives, who works here, and what they did. */
export const companyPages: readonly PageDefinition[] = [
  page(
    {
      path: '/backoffice/employers',
      word: 'employers',
      find: 'find.employers',
      icon: 'employer',
      needs: ['employer.read'],
    },
    () => import('#backoffice/modules/employers/EmployersPage.tsx'),
    'EmployersPage',
  ),
  page(
    {
      path: '/backoffice/employers/new',
      word: 'newEmployer',
      icon: 'plus',
      needs: ['employer.write'],
    },
    () => import('#backoffice/modules/employers/NewEmployerPage.tsx'),
    'NewEmployerPage',
  ),
  page(
    {
      path: '/backoffice/employers/:id',
      word: 'employer',
      icon: 'employer',
      needs: ['employer.read'],
    },
    () => import('#backoffice/modules/employers/EmployerPage.tsx'),
    'EmployerPage',
  ),
  page(
    {
      path: '/backoffice/campaigns',
      word: 'campaigns',
      find: 'find.campaigns',
      icon: 'employer',
      needs: ['employer.read'],
    },
    () => import('#backoffice/modules/employers/CampaignsPage.tsx'),
    'CampaignsPage',
  ),
  page(
    {
      path: '/backoffice/campaigns/:id',
      word: 'campaign',
      icon: 'employer',
      needs: ['employer.read'],
    },
    () => import('#backoffice/modules/employers/CampaignPage.tsx'),
    'CampaignPage',
  ),
  page(
    {
      path: '/backoffice/staff',
      word: 'staff',
      find: 'find.staff',
      icon: 'staff',
      needs: ['staff.manage'],
    },
    () => import('#backoffice/modules/staff/StaffPage.tsx'),
    'StaffPage',
  ),
  page(
    {
      path: '/backoffice/roles',
      word: 'roles.title',
      find: 'find.roles.title',
      icon: 'shield',
      needs: ['staff.manage'],
    },
    () => import('#backoffice/modules/staff/RolesPage.tsx'),
    'RolesPage',
  ),
  page(
    {
      path: '/backoffice/staff/api-tokens',
      word: 'apiTokens.title',
      find: 'find.apiTokens.title',
      icon: 'key',
      needs: ['staff.manage'],
    },
    () => import('#backoffice/modules/staff/StaffTokensPage.tsx'),
    'StaffTokensPage',
  ),
  page(
    {
      path: '/backoffice/staff/invite',
      word: 'invite',
      icon: 'plus',
      needs: ['staff.manage'],
    },
    () => import('#backoffice/modules/staff/InvitePage.tsx'),
    'InvitePage',
  ),
  page(
    {
      path: '/backoffice/staff/:id',
      word: 'colleague',
      icon: 'account',
      needs: ['staff.manage'],
    },
    () => import('#backoffice/modules/staff/ColleaguePage.tsx'),
    'ColleaguePage',
  ),
  page(
    {
      path: '/backoffice/expired-points',
      word: 'expiredPoints',
      find: 'find.expiredPoints',
      icon: 'batch',
      needs: ['employer.read'],
    },
    () => import('#backoffice/modules/vouchers/expiry/ExpiredPage.tsx'),
    'ExpiredPage',
  ),
  page(
    {
      path: '/backoffice/privacy',
      word: 'retention',
      find: 'find.retention',
      icon: 'shield',
      needs: ['retention.run'],
    },
    () => import('#backoffice/modules/privacy/RetentionPage.tsx'),
    'RetentionPage',
  ),
  page(
    {
      path: '/backoffice/privacy/erasure-runs',
      word: 'retentionRuns',
      icon: 'shield',
      needs: ['retention.run'],
    },
    () => import('#backoffice/modules/privacy/RetentionRunsPage.tsx'),
    'RetentionRunsPage',
  ),
  page(
    {
      path: '/backoffice/privacy/erasure-runs/:id',
      word: 'retentionRun',
      icon: 'shield',
      needs: ['retention.run'],
    },
    () => import('#backoffice/modules/privacy/RetentionRunPage.tsx'),
    'RetentionRunPage',
  ),
  page(
    {
      path: '/backoffice/webhooks',
      word: 'webhook.title',
      find: 'find.webhook.title',
      icon: 'webhook',
      needs: ['webhook.manage'],
    },
    () => import('#backoffice/modules/webhooks/WebhooksPage.tsx'),
    'WebhooksPage',
  ),
  page(
    {
      path: '/backoffice/webhooks/new',
      word: 'webhook.new',
      icon: 'plus',
      needs: ['webhook.manage'],
    },
    () => import('#backoffice/modules/webhooks/NewWebhookPage.tsx'),
    'NewWebhookPage',
  ),
  page(
    {
      path: '/backoffice/webhooks/:id',
      word: 'webhook.one',
      icon: 'webhook',
      needs: ['webhook.manage'],
    },
    () => import('#backoffice/modules/webhooks/WebhookPage.tsx'),
    'WebhookPage',
  ),
  page(
    {
      path: '/backoffice/webhooks/:id/log',
      word: 'webhook.log',
      icon: 'audit',
      needs: ['webhook.manage'],
    },
    () => import('#backoffice/modules/webhooks/WebhookLogPage.tsx'),
    'WebhookLogPage',
  ),
  page(
    {
      path: '/backoffice/webhooks/:id/log/:delivery',
      word: 'webhook.delivery',
      icon: 'audit',
      needs: ['webhook.manage'],
    },
    () => import('#backoffice/modules/webhooks/WebhookDeliveryPage.tsx'),
    'WebhookDeliveryPage',
  ),
  page(
    {
      path: '/backoffice/audit',
      word: 'audit',
      find: 'find.audit',
      icon: 'audit',
      needs: ['audit.read', 'audit.own'],
    },
    () => import('#backoffice/modules/audit/AuditPage.tsx'),
    'AuditPage',
  ),
  page(
    {
      path: '/backoffice/audit/:id',
      word: 'audit',
      icon: 'audit',
      needs: ['audit.read', 'audit.own'],
    },
    () => import('#backoffice/modules/audit/AuditEntryPage.tsx'),
    'AuditLinePage',
  ),
  page(
    {
      path: '/backoffice/account',
      word: 'account',
      find: 'find.account',
      icon: 'shield',
      needs: [],
    },
    () => import('#backoffice/modules/staff/account/AccountPage.tsx'),
    'AccountPage',
  ),
  page(
    {
      path: '/backoffice/reports',
      word: 'reports.title',
      find: 'find.reports.title',
      icon: 'figures',
      needs: ['reports.read'],
    },
    () => import('#backoffice/modules/reports/ReportsPage.tsx'),
    'ReportsPage',
  ),
  page(
    {
      path: '/backoffice/reports/:metric',
      word: 'reports.title',
      icon: 'figures',
      needs: ['reports.read'],
    },
    () => import('#backoffice/modules/reports/ReportRowsPage.tsx'),
    'MetricRowsPage',
  ),
]
