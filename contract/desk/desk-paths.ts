import type { Permission } from '#domain/desk-rights.ts'

/**
 * Every call of the desk: its method, its address, and what whoever makes it needs. Without schemas, as in
 * `contract/paths.ts`, so that a browser can import it.
 *
 * needs: a permission of `domain/desk-rights.ts`; 'signed-in' for whoever is in; 'nobody' for the door itself.
 * channel: 'own' where the asker's channels limit what is found, which is then 404 elsewhere.
 */
export type DeskMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type DeskNeed = Permission | 'signed-in' | 'nobody'
export type DeskPath = {
  method: DeskMethod
  path: string
  needs: DeskNeed
  channel: 'own' | 'none'
}

export const deskPaths = {
  signIn: { method: 'POST', path: '/desk/api/session', needs: 'nobody', channel: 'none' },
  whoAmI: { method: 'GET', path: '/desk/api/session', needs: 'signed-in', channel: 'none' },
  signOut: { method: 'DELETE', path: '/desk/api/session', needs: 'signed-in', channel: 'none' },
  ownSessions: { method: 'GET', path: '/desk/api/sessions', needs: 'signed-in', channel: 'none' },
  endOwnSession: {
    method: 'DELETE',
    path: '/desk/api/sessions/:id',
    needs: 'signed-in',
    channel: 'none',
  },
  factors: { method: 'GET', path: '/desk/api/factors', needs: 'signed-in', channel: 'none' },
  beginTotp: {
    method: 'POST',
    path: '/desk/api/factors/totp',
    needs: 'signed-in',
    channel: 'none',
  },
  confirmTotp: {
    method: 'PUT',
    path: '/desk/api/factors/totp',
    needs: 'signed-in',
    channel: 'none',
  },
  removeTotp: {
    method: 'DELETE',
    path: '/desk/api/factors/totp',
    needs: 'signed-in',
    channel: 'none',
  },
  newRecoveryCodes: {
    method: 'POST',
    path: '/desk/api/factors/recovery-codes',
    needs: 'signed-in',
    channel: 'none',
  },
  changePassword: {
    method: 'PUT',
    path: '/desk/api/password',
    needs: 'signed-in',
    channel: 'none',
  },
  waysIn: { method: 'GET', path: '/desk/api/session/ways', needs: 'nobody', channel: 'none' },
  openIdForSignIn: {
    method: 'GET',
    path: '/desk/api/session/openid',
    needs: 'nobody',
    channel: 'none',
  },
  signInByOpenId: {
    method: 'POST',
    path: '/desk/api/session/openid',
    needs: 'nobody',
    channel: 'none',
  },
  passkeyForSignIn: {
    method: 'GET',
    path: '/desk/api/session/passkey',
    needs: 'nobody',
    channel: 'none',
  },
  signInByPasskey: {
    method: 'POST',
    path: '/desk/api/session/passkey',
    needs: 'nobody',
    channel: 'none',
  },
  passkeyToAdd: {
    method: 'GET',
    path: '/desk/api/factors/passkeys',
    needs: 'signed-in',
    channel: 'none',
  },
  addPasskey: {
    method: 'POST',
    path: '/desk/api/factors/passkeys',
    needs: 'signed-in',
    channel: 'none',
  },
  removePasskey: {
    method: 'DELETE',
    path: '/desk/api/factors/passkeys/:id',
    needs: 'signed-in',
    channel: 'none',
  },
  tokens: { method: 'GET', path: '/desk/api/tokens', needs: 'signed-in', channel: 'none' },
  makeToken: { method: 'POST', path: '/desk/api/tokens', needs: 'signed-in', channel: 'none' },
  endToken: { method: 'DELETE', path: '/desk/api/tokens/:id', needs: 'signed-in', channel: 'none' },
  staff: { method: 'GET', path: '/desk/api/staff', needs: 'staff.manage', channel: 'none' },
  changeStaff: {
    method: 'PUT',
    path: '/desk/api/staff/:id',
    needs: 'staff.manage',
    channel: 'none',
  },
  removeStaff: {
    method: 'DELETE',
    path: '/desk/api/staff/:id',
    needs: 'staff.manage',
    channel: 'none',
  },
  endStaffSessions: {
    method: 'DELETE',
    path: '/desk/api/staff/:id/sessions',
    needs: 'staff.manage',
    channel: 'none',
  },
  roles: { method: 'GET', path: '/desk/api/roles', needs: 'signed-in', channel: 'none' },
  inviteStaff: { method: 'POST', path: '/desk/api/staff', needs: 'staff.manage', channel: 'none' },
  inviteAgain: {
    method: 'POST',
    path: '/desk/api/staff/:id/invitation',
    needs: 'staff.manage',
    channel: 'none',
  },
  acceptInvitation: {
    method: 'POST',
    path: '/desk/api/invitation',
    needs: 'nobody',
    channel: 'none',
  },
  endSessionsOfMany: {
    method: 'POST',
    path: '/desk/api/staff-sessions/ends',
    needs: 'staff.manage',
    channel: 'none',
  },
  views: { method: 'GET', path: '/desk/api/views', needs: 'signed-in', channel: 'none' },
  saveView: { method: 'POST', path: '/desk/api/views', needs: 'signed-in', channel: 'none' },
  changeView: { method: 'PUT', path: '/desk/api/views/:id', needs: 'signed-in', channel: 'none' },
  removeView: {
    method: 'DELETE',
    path: '/desk/api/views/:id',
    needs: 'signed-in',
    channel: 'none',
  },
  channelNames: {
    method: 'GET',
    path: '/desk/api/channel-names',
    needs: 'signed-in',
    channel: 'own',
  },
  changeLanguage: {
    method: 'PUT',
    path: '/desk/api/language',
    needs: 'signed-in',
    channel: 'none',
  },
  audit: { method: 'GET', path: '/desk/api/audit', needs: 'audit.own', channel: 'own' },
  exportAudit: {
    method: 'POST',
    path: '/desk/api/audit/exports',
    needs: 'audit.own',
    channel: 'own',
  },
  workList: { method: 'GET', path: '/desk/api/work', needs: 'signed-in', channel: 'none' },
  work: { method: 'GET', path: '/desk/api/work/:id', needs: 'signed-in', channel: 'none' },
  cancelWork: {
    method: 'POST',
    path: '/desk/api/work/:id/cancel',
    needs: 'signed-in',
    channel: 'none',
  },
  workFile: { method: 'GET', path: '/desk/api/work/:id/file', needs: 'signed-in', channel: 'none' },
  releases: { method: 'GET', path: '/desk/api/releases', needs: 'content.read', channel: 'own' },
  makeRelease: {
    method: 'POST',
    path: '/desk/api/releases',
    needs: 'content.write',
    channel: 'own',
  },
  release: { method: 'GET', path: '/desk/api/releases/:id', needs: 'content.read', channel: 'own' },
  renameRelease: {
    method: 'PATCH',
    path: '/desk/api/releases/:id',
    needs: 'content.write',
    channel: 'own',
  },
  archiveRelease: {
    method: 'DELETE',
    path: '/desk/api/releases/:id',
    needs: 'content.write',
    channel: 'own',
  },
  changeRelease: {
    method: 'PUT',
    path: '/desk/api/releases/:id/changes',
    needs: 'content.write',
    channel: 'own',
  },
  dropChange: {
    method: 'DELETE',
    path: '/desk/api/releases/:id/changes',
    needs: 'content.write',
    channel: 'own',
  },
  publishRelease: {
    method: 'POST',
    path: '/desk/api/releases/:id/publish',
    needs: 'release.publish',
    channel: 'own',
  },
  cancelSchedule: {
    method: 'DELETE',
    path: '/desk/api/releases/:id/schedule',
    needs: 'release.publish',
    channel: 'own',
  },
  revertRelease: {
    method: 'POST',
    path: '/desk/api/releases/:id/revert',
    needs: 'content.write',
    channel: 'own',
  },
  undoRelease: {
    method: 'POST',
    path: '/desk/api/releases/:id/undo',
    needs: 'release.publish',
    channel: 'own',
  },
  versions: { method: 'GET', path: '/desk/api/versions', needs: 'content.read', channel: 'own' },
  compareVersions: {
    method: 'GET',
    path: '/desk/api/versions/compare',
    needs: 'content.read',
    channel: 'own',
  },
  contentList: { method: 'GET', path: '/desk/api/content', needs: 'content.read', channel: 'own' },
  contentPage: {
    method: 'GET',
    path: '/desk/api/content/:path',
    needs: 'content.read',
    channel: 'own',
  },
  mailTexts: { method: 'GET', path: '/desk/api/mails', needs: 'content.read', channel: 'own' },
  menus: { method: 'GET', path: '/desk/api/menus', needs: 'content.read', channel: 'own' },
  channelFields: {
    method: 'GET',
    path: '/desk/api/channel-fields',
    needs: 'content.read',
    channel: 'own',
  },
  takeOverMenu: {
    method: 'POST',
    path: '/desk/api/releases/:id/take-over',
    needs: 'content.write',
    channel: 'own',
  },
  makePreview: { method: 'POST', path: '/desk/api/previews', needs: 'preview.see', channel: 'own' },
  copyChange: {
    method: 'POST',
    path: '/desk/api/releases/:id/copies',
    needs: 'content.write',
    channel: 'own',
  },
  gifts: { method: 'GET', path: '/desk/api/gifts', needs: 'catalogue.read', channel: 'own' },
  makeGift: { method: 'POST', path: '/desk/api/gifts', needs: 'catalogue.write', channel: 'own' },
  gift: { method: 'GET', path: '/desk/api/gifts/:id', needs: 'catalogue.read', channel: 'own' },
  changeGift: {
    method: 'PUT',
    path: '/desk/api/gifts/:id',
    needs: 'catalogue.write',
    channel: 'own',
  },
  changeGiftText: {
    method: 'PUT',
    path: '/desk/api/gifts/:id/texts',
    needs: 'catalogue.write',
    channel: 'own',
  },
  changeOffers: {
    method: 'PUT',
    path: '/desk/api/gifts/:id/offers',
    needs: 'catalogue.write',
    channel: 'own',
  },
  changeArticles: {
    method: 'PUT',
    path: '/desk/api/gifts/:id/articles',
    needs: 'catalogue.write',
    channel: 'own',
  },
  giftHistory: {
    method: 'GET',
    path: '/desk/api/gifts/:id/history',
    needs: 'catalogue.read',
    channel: 'own',
  },
  catalogueNames: {
    method: 'GET',
    path: '/desk/api/catalogue-names',
    needs: 'catalogue.read',
    channel: 'none',
  },
  previewBulkChange: {
    method: 'POST',
    path: '/desk/api/catalogue-changes/preview',
    needs: 'catalogue.write',
    channel: 'own',
  },
  makeBulkChange: {
    method: 'POST',
    path: '/desk/api/catalogue-changes',
    needs: 'catalogue.write',
    channel: 'own',
  },
  catalogueChanges: {
    method: 'GET',
    path: '/desk/api/catalogue-changes',
    needs: 'catalogue.read',
    channel: 'own',
  },
  catalogueChange: {
    method: 'GET',
    path: '/desk/api/catalogue-changes/:id',
    needs: 'catalogue.read',
    channel: 'own',
  },
  undoCatalogueChange: {
    method: 'POST',
    path: '/desk/api/catalogue-changes/:id/undo',
    needs: 'catalogue.write',
    channel: 'own',
  },
  stock: { method: 'GET', path: '/desk/api/stock', needs: 'catalogue.read', channel: 'own' },
  stockOf: { method: 'GET', path: '/desk/api/stock/:sku', needs: 'catalogue.read', channel: 'own' },
  correctStock: {
    method: 'POST',
    path: '/desk/api/stock/:sku/corrections',
    needs: 'stock.correct',
    channel: 'own',
  },
  askWarehouse: {
    method: 'POST',
    path: '/desk/api/warehouse-counts',
    needs: 'stock.correct',
    channel: 'none',
  },
  imports: { method: 'GET', path: '/desk/api/imports', needs: 'catalogue.read', channel: 'own' },
  beginImport: {
    method: 'POST',
    path: '/desk/api/imports',
    needs: 'catalogue.write',
    channel: 'own',
  },
  importRun: {
    method: 'GET',
    path: '/desk/api/imports/:id',
    needs: 'catalogue.read',
    channel: 'own',
  },
  mapImport: {
    method: 'PUT',
    path: '/desk/api/imports/:id/mapping',
    needs: 'catalogue.write',
    channel: 'own',
  },
  importRows: {
    method: 'GET',
    path: '/desk/api/imports/:id/rows',
    needs: 'catalogue.read',
    channel: 'own',
  },
  mendImport: {
    method: 'PATCH',
    path: '/desk/api/imports/:id/rows',
    needs: 'catalogue.write',
    channel: 'own',
  },
  takeImport: {
    method: 'POST',
    path: '/desk/api/imports/:id/take',
    needs: 'catalogue.write',
    channel: 'own',
  },
  undoImport: {
    method: 'POST',
    path: '/desk/api/imports/:id/undo',
    needs: 'catalogue.write',
    channel: 'own',
  },
  coverage: { method: 'GET', path: '/desk/api/coverage', needs: 'figures.read', channel: 'own' },
  whyHidden: {
    method: 'GET',
    path: '/desk/api/gifts/:id/why',
    needs: 'catalogue.read',
    channel: 'own',
  },
} as const satisfies Record<string, DeskPath>

export type DeskCallName = keyof typeof deskPaths
