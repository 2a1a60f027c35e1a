/** One call of the employer portal. needs: 'signed-in' for signed-in users; 'nobody' for the sign-in itself. */
export type EmployerPath = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  needs: 'signed-in' | 'nobody'
}

/**
 * All calls of the employer portal. Without schemas, as in `contract/paths.shop.ts`, so that a browser can import it.
 */
export const employerPaths = {
  signIn: { method: 'POST', path: '/employer/api/session', needs: 'nobody' },
  whoAmI: { method: 'GET', path: '/employer/api/session', needs: 'signed-in' },
  signOut: { method: 'DELETE', path: '/employer/api/session', needs: 'signed-in' },
  changeLanguage: { method: 'PUT', path: '/employer/api/language', needs: 'signed-in' },
  acceptInvitation: { method: 'POST', path: '/employer/api/invitation', needs: 'nobody' },
  forgotPassword: { method: 'POST', path: '/employer/api/password/link', needs: 'nobody' },
  resetPassword: { method: 'POST', path: '/employer/api/password/reset', needs: 'nobody' },
  changePassword: { method: 'PUT', path: '/employer/api/password', needs: 'signed-in' },
  ownSessions: { method: 'GET', path: '/employer/api/sessions', needs: 'signed-in' },
  endOwnSession: { method: 'DELETE', path: '/employer/api/sessions/:id', needs: 'signed-in' },
  endOtherSessions: { method: 'DELETE', path: '/employer/api/sessions', needs: 'signed-in' },
  startTotp: { method: 'POST', path: '/employer/api/totp', needs: 'signed-in' },
  confirmTotp: { method: 'PUT', path: '/employer/api/totp', needs: 'signed-in' },
  removeTotp: { method: 'DELETE', path: '/employer/api/totp', needs: 'signed-in' },
  passkeyForSignIn: { method: 'GET', path: '/employer/api/session/passkey', needs: 'nobody' },
  signInByPasskey: { method: 'POST', path: '/employer/api/session/passkey', needs: 'nobody' },
  passkeys: { method: 'GET', path: '/employer/api/passkeys', needs: 'signed-in' },
  passkeyToAdd: { method: 'GET', path: '/employer/api/passkeys/new', needs: 'signed-in' },
  addPasskey: { method: 'POST', path: '/employer/api/passkeys', needs: 'signed-in' },
  removePasskey: { method: 'DELETE', path: '/employer/api/passkeys/:id', needs: 'signed-in' },
  appearance: { method: 'GET', path: '/employer/api/appearance', needs: 'signed-in' },
  figures: { method: 'GET', path: '/employer/api/figures', needs: 'signed-in' },
  report: { method: 'GET', path: '/employer/api/report', needs: 'signed-in' },
  campaignReport: {
    method: 'GET',
    path: '/employer/api/campaigns/:campaign/report',
    needs: 'signed-in',
  },
  seen: { method: 'GET', path: '/employer/api/seen', needs: 'signed-in' },
  campaigns: { method: 'GET', path: '/employer/api/campaigns', needs: 'signed-in' },
  people: { method: 'GET', path: '/employer/api/people', needs: 'signed-in' },
  addRecipient: { method: 'POST', path: '/employer/api/people', needs: 'signed-in' },
  correctRecipientEmail: {
    method: 'PUT',
    path: '/employer/api/people/:recipient/address',
    needs: 'signed-in',
  },
  remind: {
    method: 'POST',
    path: '/employer/api/campaigns/:campaign/reminder',
    needs: 'signed-in',
  },
} as const satisfies Record<string, EmployerPath>

export type EmployerCallName = keyof typeof employerPaths
