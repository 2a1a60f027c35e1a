import { type PageDefinition, page } from '#backoffice/kit/page/page-definition.ts'

/** Who gives, who works here, and what they did. */
export const companyPages: readonly PageDefinition[] = [
  page(
    {
      path: '/backoffice/employers',
      label: 'employers',
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
      label: 'newEmployer',
      icon: 'plus',
      needs: ['employer.write'],
    },
    () => import('#backoffice/modules/employers/NewEmployerPage.tsx'),
    'NewEmployerPage',
  ),
  page(
    {
      path: '/backoffice/employers/:id',
      label: 'employer',
      icon: 'employer',
      needs: ['employer.read'],
    },
    () => import('#backoffice/modules/employers/EmployerPage.tsx'),
    'EmployerPage',
  ),
  page(
    {
      path: '/backoffice/campaigns',
      label: 'campaigns',
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
      label: 'campaign',
      icon: 'employer',
      needs: ['employer.read'],
    },
    () => import('#backoffice/modules/employers/CampaignPage.tsx'),
    'CampaignPage',
  ),
  page(
    {
      path: '/backoffice/staff',
      label: 'staff',
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
      label: 'roles.title',
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
      label: 'apiTokens.title',
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
      label: 'invite',
      icon: 'plus',
      needs: ['staff.manage'],
    },
    () => import('#backoffice/modules/staff/InvitePage.tsx'),
    'InvitePage',
  ),
  page(
    {
      path: '/backoffice/staff/:id',
      label: 'colleague',
      icon: 'account',
      needs: ['staff.manage'],
    },
    () => import('#backoffice/modules/staff/ColleaguePage.tsx'),
    'ColleaguePage',
  ),
  page(
    {
      path: '/backoffice/expired-points',
      label: 'expiredPoints',
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
      label: 'retention',
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
      label: 'retentionRuns',
      icon: 'shield',
      needs: ['retention.run'],
    },
    () => import('#backoffice/modules/privacy/RetentionRunsPage.tsx'),
    'RetentionRunsPage',
  ),
  page(
    {
      path: '/backoffice/privacy/erasure-runs/:id',
      label: 'retentionRun',
      icon: 'shield',
      needs: ['retention.run'],
    },
    () => import('#backoffice/modules/privacy/RetentionRunPage.tsx'),
    'RetentionRunPage',
  ),
  page(
    {
      path: '/backoffice/webhooks',
      label: 'webhook.title',
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
      label: 'webhook.new',
      icon: 'plus',
      needs: ['webhook.manage'],
    },
    () => import('#backoffice/modules/webhooks/NewWebhookPage.tsx'),
    'NewWebhookPage',
  ),
  page(
    {
      path: '/backoffice/webhooks/:id',
      label: 'webhook.one',
      icon: 'webhook',
      needs: ['webhook.manage'],
    },
    () => import('#backoffice/modules/webhooks/WebhookPage.tsx'),
    'WebhookPage',
  ),
  page(
    {
      path: '/backoffice/webhooks/:id/log',
      label: 'webhook.log',
      icon: 'audit',
      needs: ['webhook.manage'],
    },
    () => import('#backoffice/modules/webhooks/WebhookLogPage.tsx'),
    'WebhookLogPage',
  ),
  page(
    {
      path: '/backoffice/webhooks/:id/log/:delivery',
      label: 'webhook.delivery',
      icon: 'audit',
      needs: ['webhook.manage'],
    },
    () => import('#backoffice/modules/webhooks/WebhookDeliveryPage.tsx'),
    'WebhookDeliveryPage',
  ),
  page(
    {
      path: '/backoffice/audit',
      label: 'audit',
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
      label: 'audit',
      icon: 'audit',
      needs: ['audit.read', 'audit.own'],
    },
    () => import('#backoffice/modules/audit/AuditEntryPage.tsx'),
    'AuditLinePage',
  ),
  page(
    {
      path: '/backoffice/account',
      label: 'account',
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
      label: 'reports.title',
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
      label: 'reports.title',
      icon: 'figures',
      needs: ['reports.read'],
    },
    () => import('#backoffice/modules/reports/ReportRowsPage.tsx'),
    'MetricRowsPage',
  ),
]
