import { type PageDefinition, page } from '#backoffice/kit/page/page-definition.ts'

/** Pages about employers, staff and settings. */
export const companyPages: readonly PageDefinition[] = [
  page(
    {
      path: '/backoffice/employers',
      label: 'employers',
      searchTerms: 'find.employers',
      icon: 'employer',
      permissions: ['employer.read'],
    },
    () => import('#backoffice/modules/employers/EmployersPage.tsx'),
    'EmployersPage',
  ),
  page(
    {
      path: '/backoffice/employers/new',
      label: 'newEmployer',
      icon: 'plus',
      permissions: ['employer.write'],
    },
    () => import('#backoffice/modules/employers/NewEmployerPage.tsx'),
    'NewEmployerPage',
  ),
  page(
    {
      path: '/backoffice/employers/:id',
      label: 'employer',
      icon: 'employer',
      permissions: ['employer.read'],
    },
    () => import('#backoffice/modules/employers/EmployerPage.tsx'),
    'EmployerPage',
  ),
  page(
    {
      path: '/backoffice/campaigns',
      label: 'campaigns',
      searchTerms: 'find.campaigns',
      icon: 'employer',
      permissions: ['employer.read'],
    },
    () => import('#backoffice/modules/employers/CampaignsPage.tsx'),
    'CampaignsPage',
  ),
  page(
    {
      path: '/backoffice/campaigns/:id',
      label: 'campaign',
      icon: 'employer',
      permissions: ['employer.read'],
    },
    () => import('#backoffice/modules/employers/CampaignPage.tsx'),
    'CampaignPage',
  ),
  page(
    {
      path: '/backoffice/settings',
      label: 'nav.settings',
      searchTerms: 'find.nav.settings',
      icon: 'settings',
      permissions: [],
    },
    () => import('#backoffice/modules/staff/SettingsPage.tsx'),
    'SettingsPage',
  ),
  page(
    {
      path: '/backoffice/staff',
      label: 'staff',
      searchTerms: 'find.staff',
      icon: 'staff',
      permissions: ['staff.manage'],
    },
    () => import('#backoffice/modules/staff/StaffPage.tsx'),
    'StaffPage',
  ),
  page(
    {
      path: '/backoffice/roles',
      label: 'roles.title',
      searchTerms: 'find.roles.title',
      icon: 'shield',
      permissions: ['staff.manage'],
    },
    () => import('#backoffice/modules/staff/RolesPage.tsx'),
    'RolesPage',
  ),
  page(
    {
      path: '/backoffice/staff/api-tokens',
      label: 'apiTokens.title',
      searchTerms: 'find.apiTokens.title',
      icon: 'key',
      permissions: ['staff.manage'],
    },
    () => import('#backoffice/modules/staff/StaffTokensPage.tsx'),
    'StaffTokensPage',
  ),
  page(
    {
      path: '/backoffice/staff/invite',
      label: 'invite',
      searchTerms: 'find.invite',
      icon: 'plus',
      permissions: ['staff.manage'],
    },
    () => import('#backoffice/modules/staff/InvitePage.tsx'),
    'InvitePage',
  ),
  page(
    {
      path: '/backoffice/staff/:id',
      label: 'staffMember',
      icon: 'account',
      permissions: ['staff.manage'],
    },
    () => import('#backoffice/modules/staff/ColleaguePage.tsx'),
    'ColleaguePage',
  ),
  page(
    {
      path: '/backoffice/expired-points',
      label: 'expiredPoints',
      searchTerms: 'find.expiredPoints',
      icon: 'batch',
      permissions: ['employer.read'],
    },
    () => import('#backoffice/modules/vouchers/expiry/ExpiredPage.tsx'),
    'ExpiredPage',
  ),
  page(
    {
      path: '/backoffice/privacy',
      label: 'retention',
      searchTerms: 'find.retention',
      icon: 'shield',
      permissions: ['retention.run'],
    },
    () => import('#backoffice/modules/privacy/RetentionPage.tsx'),
    'RetentionPage',
  ),
  page(
    {
      path: '/backoffice/privacy/erasure-runs',
      label: 'erasureRuns',
      icon: 'shield',
      permissions: ['retention.run'],
    },
    () => import('#backoffice/modules/privacy/RetentionRunsPage.tsx'),
    'RetentionRunsPage',
  ),
  page(
    {
      path: '/backoffice/privacy/erasure-runs/:id',
      label: 'erasureRun',
      icon: 'shield',
      permissions: ['retention.run'],
    },
    () => import('#backoffice/modules/privacy/RetentionRunPage.tsx'),
    'RetentionRunPage',
  ),
  page(
    {
      path: '/backoffice/webhooks',
      label: 'webhook.title',
      searchTerms: 'find.webhook.title',
      icon: 'webhook',
      permissions: ['webhook.manage'],
    },
    () => import('#backoffice/modules/webhooks/WebhooksPage.tsx'),
    'WebhooksPage',
  ),
  page(
    {
      path: '/backoffice/webhooks/new',
      label: 'webhook.new',
      icon: 'plus',
      permissions: ['webhook.manage'],
    },
    () => import('#backoffice/modules/webhooks/NewWebhookPage.tsx'),
    'NewWebhookPage',
  ),
  page(
    {
      path: '/backoffice/webhooks/:id',
      label: 'webhook.one',
      icon: 'webhook',
      permissions: ['webhook.manage'],
    },
    () => import('#backoffice/modules/webhooks/WebhookPage.tsx'),
    'WebhookPage',
  ),
  page(
    {
      path: '/backoffice/webhooks/:id/log',
      label: 'webhook.log',
      icon: 'audit',
      permissions: ['webhook.manage'],
    },
    () => import('#backoffice/modules/webhooks/WebhookLogPage.tsx'),
    'WebhookLogPage',
  ),
  page(
    {
      path: '/backoffice/webhooks/:id/log/:delivery',
      label: 'webhook.delivery',
      icon: 'audit',
      permissions: ['webhook.manage'],
    },
    () => import('#backoffice/modules/webhooks/WebhookDeliveryPage.tsx'),
    'WebhookDeliveryPage',
  ),
  page(
    {
      path: '/backoffice/audit',
      label: 'audit',
      searchTerms: 'find.audit',
      icon: 'audit',
      permissions: ['audit.read', 'audit.own'],
    },
    () => import('#backoffice/modules/audit/AuditPage.tsx'),
    'AuditPage',
  ),
  page(
    {
      path: '/backoffice/audit/:id',
      label: 'audit',
      icon: 'audit',
      permissions: ['audit.read', 'audit.own'],
    },
    () => import('#backoffice/modules/audit/AuditEntryPage.tsx'),
    'AuditEntryPage',
  ),
  page(
    {
      path: '/backoffice/account',
      label: 'account',
      searchTerms: 'find.account',
      icon: 'shield',
      permissions: [],
    },
    () => import('#backoffice/modules/staff/account/AccountPage.tsx'),
    'AccountPage',
  ),
  page(
    {
      path: '/backoffice/reports',
      label: 'reports.title',
      searchTerms: 'find.reports.title',
      icon: 'figures',
      permissions: ['reports.read'],
    },
    () => import('#backoffice/modules/reports/ReportsPage.tsx'),
    'ReportsPage',
  ),
  page(
    {
      path: '/backoffice/reports/:metric',
      label: 'reports.title',
      icon: 'figures',
      permissions: ['reports.read'],
    },
    () => import('#backoffice/modules/reports/ReportRowsPage.tsx'),
    'ReportRowsPage',
  ),
]
