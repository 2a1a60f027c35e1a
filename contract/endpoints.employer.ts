import {
  acceptInvitation,
  startTotp,
  changeLanguage,
  confirmTotp,
  removeTotp,
  signIn,
  signOut,
  whoAmI,
} from '#contract/employers/sign-in.employer.ts'
import type { EmployerEndpoint } from '#contract/shared/endpoint.employer.ts'
import {
  addPasskey,
  passkeyForSignIn,
  passkeys,
  passkeyToAdd,
  removePasskey,
  signInByPasskey,
} from '#contract/employers/passkeys.employer.ts'
import {
  changePassword,
  endOtherSessions,
  endOwnSession,
  forgotPassword,
  ownSessions,
  resetPassword,
} from '#contract/employers/passwords.employer.ts'
import type { EmployerCallName } from '#contract/paths.employer.ts'
import {
  addRecipient,
  appearance,
  campaignReport,
  campaigns,
  correctRecipientEmail,
  figures,
  people,
  remind,
  report,
  seen,
} from '#contract/employers/portal.employer.ts'

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
  startTotp,
  confirmTotp,
  removeTotp,
  passkeyForSignIn,
  signInByPasskey,
  passkeys,
  passkeyToAdd,
  addPasskey,
  removePasskey,
  appearance,
  figures,
  report,
  campaignReport,
  seen,
  campaigns,
  people,
  addRecipient,
  correctRecipientEmail,
  remind,
} as const satisfies { [Name in EmployerCallName]: EmployerEndpoint<Name> }
export type EmployerEndpoints = typeof employerEndpoints
