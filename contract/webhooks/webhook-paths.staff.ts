import type { DeskPath } from '#contract/shared/path.staff.ts'

/** Which other programs are told what happens, and what became of it. */
export const webhookPaths = {
  webhooks: {
    method: 'GET',
    path: '/desk/api/webhooks',
    needs: 'webhook.manage',
    channel: 'none',
  },
  webhookAtDesk: {
    method: 'GET',
    path: '/desk/api/webhooks/:id',
    needs: 'webhook.manage',
    channel: 'none',
  },
  addWebhook: {
    method: 'POST',
    path: '/desk/api/webhooks',
    needs: 'webhook.manage',
    channel: 'none',
  },
  changeWebhook: {
    method: 'PUT',
    path: '/desk/api/webhooks/:id',
    needs: 'webhook.manage',
    channel: 'none',
  },
  switchWebhook: {
    method: 'PUT',
    path: '/desk/api/webhooks/:id/state',
    needs: 'webhook.manage',
    channel: 'none',
  },
  removeWebhook: {
    method: 'DELETE',
    path: '/desk/api/webhooks/:id',
    needs: 'webhook.manage',
    channel: 'none',
  },
  newWebhookSecret: {
    method: 'POST',
    path: '/desk/api/webhooks/:id/secret',
    needs: 'webhook.manage',
    channel: 'none',
  },
  testWebhook: {
    method: 'POST',
    path: '/desk/api/webhooks/:id/test',
    needs: 'webhook.manage',
    channel: 'none',
  },
  webhookDeliveries: {
    method: 'GET',
    path: '/desk/api/webhook-deliveries',
    needs: 'webhook.manage',
    channel: 'none',
  },
  webhookDelivery: {
    method: 'GET',
    path: '/desk/api/webhook-deliveries/:id',
    needs: 'webhook.manage',
    channel: 'none',
  },
  sendWebhooksAgain: {
    method: 'POST',
    path: '/desk/api/webhooks/:id/again',
    needs: 'webhook.manage',
    channel: 'none',
  },
} as const satisfies Record<string, DeskPath>
