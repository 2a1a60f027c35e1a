import { audit } from '#contract/desk/audit-api.ts'
import {
  batch,
  batchCodes,
  batches,
  changeBatch,
  handOverBatch,
  makeBatch,
  replaceBatchCodes,
  undoBatch,
} from '#contract/desk/batch-api.ts'
import { addColleague, batchPeople } from '#contract/desk/batch-people-api.ts'
import {
  beginTotp,
  changePassword,
  confirmTotp,
  factors,
  newRecoveryCodes,
  removeTotp,
} from '#contract/desk/factor-api.ts'
import {
  archiveRelease,
  cancelSchedule,
  changeRelease,
  compareVersions,
  copyChange,
  dropChange,
  makeRelease,
  publishRelease,
  release,
  releases,
  renameRelease,
  revertRelease,
  undoRelease,
  versions,
} from '#contract/desk/release-api.ts'
import {
  addCampaign,
  addEmployer,
  campaigns,
  changeCampaign,
  changeEmployer,
  employers,
} from '#contract/desk/employer-api.ts'
import { openIdForSignIn, signInByOpenId, waysIn } from '#contract/desk/openid-api.ts'
import {
  addPasskey,
  passkeyForSignIn,
  passkeyToAdd,
  removePasskey,
  signInByPasskey,
} from '#contract/desk/passkey-api.ts'
import { changeLanguage, channelNames } from '#contract/desk/frame-api.ts'
import { acceptInvitation, inviteAgain, inviteStaff } from '#contract/desk/invitation-api.ts'
import {
  changeStaff,
  endSessionsOfMany,
  endStaffSessions,
  removeStaff,
  staff,
} from '#contract/desk/staff-api.ts'
import { changeView, removeView, saveView, views } from '#contract/desk/view-api.ts'
import {
  channelFields,
  contentList,
  contentPage,
  mailTexts,
  menus,
  takeOverMenu,
} from '#contract/desk/content-desk-api.ts'
import { makePreview } from '#contract/desk/preview-api.ts'
import { endToken, makeToken, tokens } from '#contract/desk/token-api.ts'
import type { DeskEndpoint } from '#contract/desk/desk-endpoint.ts'
import type { DeskCallName } from '#contract/desk/desk-paths.ts'
import {
  endOwnSession,
  ownSessions,
  roles,
  signIn,
  signOut,
  whoAmI,
} from '#contract/desk/staff-session-api.ts'

/** Every call of the desk, by name: its client is typed by it, its OpenAPI and the walk over the rights are made of it. */
export const deskEndpoints = {
  signIn,
  whoAmI,
  signOut,
  ownSessions,
  endOwnSession,
  factors,
  beginTotp,
  confirmTotp,
  removeTotp,
  newRecoveryCodes,
  changePassword,
  waysIn,
  openIdForSignIn,
  signInByOpenId,
  passkeyForSignIn,
  signInByPasskey,
  passkeyToAdd,
  addPasskey,
  removePasskey,
  tokens,
  makeToken,
  endToken,
  staff,
  changeStaff,
  removeStaff,
  endStaffSessions,
  roles,
  inviteStaff,
  inviteAgain,
  acceptInvitation,
  endSessionsOfMany,
  views,
  saveView,
  changeView,
  removeView,
  channelNames,
  changeLanguage,
  audit,
  releases,
  makeRelease,
  release,
  renameRelease,
  archiveRelease,
  changeRelease,
  dropChange,
  publishRelease,
  cancelSchedule,
  revertRelease,
  undoRelease,
  versions,
  compareVersions,
  contentList,
  contentPage,
  mailTexts,
  menus,
  channelFields,
  takeOverMenu,
  makePreview,
  copyChange,
  batches,
  makeBatch,
  batch,
  changeBatch,
  batchCodes,
  handOverBatch,
  replaceBatchCodes,
  undoBatch,
  batchPeople,
  addColleague,
  employers,
  addEmployer,
  changeEmployer,
  campaigns,
  addCampaign,
  changeCampaign,
} satisfies { [Name in DeskCallName]: DeskEndpoint<Name> }

export type DeskEndpoints = typeof deskEndpoints
