import type { StaffPath } from '#contract/shared/path.staff.ts'

/** Webhooks and their deliveries. */
export const webhookPaths = {
  webhooks: {
    method: 'GET',
    path: '/backoffice/api/webhooks',
    needs: 'webhook.manage',
    channel: 'none',
  },
  staffWebhook: {
    method: 'GET',
    path: '/backoffice/api/webhooks/:id',
    needs: 'webhook.manage',
    channel: 'none',
  },
  addWebhook: {
    method: 'POST',
    path: '/backoffice/api/webhooks',
    needs: 'webhook.manage',
    channel: 'none',
  },
  changeWebhook: {
    method: 'PUT',
    path: '/backoffice/api/webhooks/:id',
    needs: 'webhook.manage',
    channel: 'none',
  },
  switchWebhook: {
    method: 'PUT',
    path: '/backoffice/api/webhooks/:id/state',
    needs: 'webhook.manage',
    channel: 'none',
  },
  removeWebhook: {
    method: 'DELETE',
    path: '/backoffice/api/webhooks/:id',
    needs: 'webhook.manage',
    channel: 'none',
  },
  newWebhookSecret: {
    method: 'POST',
    path: '/backoffice/api/webhooks/:id/secret',
    needs: 'webhook.manage',
    channel: 'none',
  },
  testWebhook: {
    method: 'POST',
    path: '/backoffice/api/webhooks/:id/test',
    needs: 'webhook.manage',
    channel: 'none',
  },
  webhookDeliveries: {
    method: 'GET',
    path: '/backoffice/api/webhook-deliveries',
    needs: 'webhook.manage',
    channel: 'none',
  },
  webhookDelivery: {
    method: 'GET',
    path: '/backoffice/api/webhook-deliveries/:id',
    needs: 'webhook.manage',
    channel: 'none',
  },
  retryWebhooks: {
    method: 'POST',
    path: '/backoffice/api/webhooks/:id/retry',
    needs: 'webhook.manage',
    channel: 'none',
  },
} as const satisfies Record<string, StaffPath>
