import {
  acceptInvitation,
  beginTotp,
  changeLanguage,
  confirmTotp,
  removeTotp,
  signIn,
  signOut,
  whoAmI,
} from '#contract/employer/employer-door-api.ts'
import type { EmployerEndpoint } from '#contract/employer/employer-endpoint.ts'
import {
  addPasskey,
  passkeyForSignIn,
  passkeys,
  passkeyToAdd,
  removePasskey,
  signInByPasskey,
} from '#contract/employer/employer-passkey-api.ts'
import {
  changePassword,
  endOtherSessions,
  endOwnSession,
  forgotPassword,
  ownSessions,
  resetPassword,
} from '#contract/employer/employer-password-api.ts'
import type { EmployerCallName } from '#contract/employer/employer-paths.ts'
import {
  addColleague,
  campaigns,
  correctAddress,
  figures,
  people,
  remind,
  report,
  seen,
} from '#contract/employer/employer-work-api.ts'

export const employerEndpoints = {
  signIn,
  whoAmI,
  signOut,
  changeLanguage,
  acceptInvitation,
  changePassword,
  endOtherSessions,
  endOwnSession,
  forgotPassword,
  ownSessions,
  resetPassword,
  beginTotp,
  confirmTotp,
  removeTotp,
  passkeyForSignIn,
  signInByPasskey,
  passkeys,
  passkeyToAdd,
  addPasskey,
  removePasskey,
  figures,
  report,
  seen,
  campaigns,
  people,
  addColleague,
  correctAddress,
  remind,
} as const satisfies { [Name in EmployerCallName]: EmployerEndpoint<Name> }
export type EmployerEndpoints = typeof employerEndpoints
