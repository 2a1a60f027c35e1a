import {
  assignAttention,
  attention,
  attentionCause,
  closeAttention,
  counts,
  mendAttention,
} from '#contract/desk/attention-api.ts'
import {
  approvals,
  approve,
  refuseApproval,
  withdrawApproval,
} from '#contract/desk/approval-api.ts'
import { bookCredit, proposeCredit } from '#contract/desk/credit-api.ts'
import {
  noteOnOrder,
  orderAtDesk,
  ordersAtDesk,
  sendMailAgain,
  showPerson,
} from '#contract/desk/order-desk-api.ts'
import { moneyOfDay } from '#contract/desk/money-api.ts'
import { audit } from '#contract/desk/audit-api.ts'
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
import { givePoints, takePointsBack } from '#contract/desk/points-api.ts'
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
  attention,
  attentionCause,
  assignAttention,
  closeAttention,
  mendAttention,
  counts,
  ordersAtDesk,
  orderAtDesk,
  showPerson,
  sendMailAgain,
  noteOnOrder,
  moneyOfDay,
  proposeCredit,
  bookCredit,
  approvals,
  approve,
  refuseApproval,
  withdrawApproval,
  givePoints,
  takePointsBack,
} satisfies { [Name in DeskCallName]: DeskEndpoint<Name> }

export type DeskEndpoints = typeof deskEndpoints
