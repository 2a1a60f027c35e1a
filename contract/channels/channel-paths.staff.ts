import type { StaffPath } from '#contract/shared/path.staff.ts'

/** Channels, their settings and their launch check. */
export const channelPaths = {
  channelList: {
    method: 'GET',
    path: '/backoffice/api/channels',
    needs: 'channel.read',
    channel: 'own',
  },
  channelPage: {
    method: 'GET',
    path: '/backoffice/api/channels/:id',
    needs: 'channel.read',
    channel: 'own',
  },
  createChannel: {
    method: 'POST',
    path: '/backoffice/api/channels',
    needs: 'channel.write',
    channel: 'own',
  },
  changeChannelFields: {
    method: 'PUT',
    path: '/backoffice/api/channels/:id/fields',
    needs: 'theme.write',
    channel: 'own',
  },
  changeChannelSettings: {
    method: 'PUT',
    path: '/backoffice/api/channels/:id/settings',
    needs: 'channel.write',
    channel: 'own',
  },
  decideVoucherVat: {
    method: 'PUT',
    path: '/backoffice/api/channels/:id/voucher-vat',
    needs: 'channel.write',
    channel: 'own',
  },
  launchCheck: {
    method: 'GET',
    path: '/backoffice/api/channels/:id/launch-check',
    needs: 'channel.read',
    channel: 'own',
  },
  launchIssueCounts: {
    method: 'GET',
    path: '/backoffice/api/launch-issue-counts',
    needs: 'channel.read',
    channel: 'own',
  },
  openChannel: {
    method: 'POST',
    path: '/backoffice/api/channels/:id/opening',
    needs: 'channel.write',
    channel: 'own',
  },
  closeChannel: {
    method: 'DELETE',
    path: '/backoffice/api/channels/:id/opening',
    needs: 'channel.write',
    channel: 'own',
  },
  previewChannelChanges: {
    method: 'GET',
    path: '/backoffice/api/channel-changes',
    needs: 'theme.write',
    channel: 'own',
  },
  changeChannels: {
    method: 'POST',
    path: '/backoffice/api/channel-changes',
    needs: 'theme.write',
    channel: 'own',
  },
} as const satisfies Record<string, StaffPath>
