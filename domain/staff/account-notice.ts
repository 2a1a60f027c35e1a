/** The recipients of a notice: the user of the account, or all staff with the role owner. */
export type NoticeAudience = 'self' | 'owners'

type NoticeKind = { audience: NoticeAudience; details: readonly string[] }

/**
 * All security mails about an account: the audience, and the details that the text needs. The texts are in the mail
 * texts under 'account-notice', with one subject and one sentence per kind.
 */
export const ACCOUNT_NOTICES = {
  'new-sign-in': { audience: 'self', details: ['browser', 'address'] },
  'passkey-added': { audience: 'self', details: ['name'] },
  'passkey-removed': { audience: 'self', details: ['name'] },
  'app-added': { audience: 'self', details: [] },
  'app-removed': { audience: 'self', details: [] },
  'recovery-codes-created': { audience: 'self', details: [] },
  'token-created': { audience: 'self', details: ['name'] },
  'token-ended': { audience: 'self', details: ['name', 'by'] },
  'password-changed': { audience: 'self', details: [] },
  'password-reset': { audience: 'self', details: [] },
  'password-attempts': { audience: 'self', details: ['count'] },
  'password-off': { audience: 'self', details: ['count'] },
  'access-reset': { audience: 'self', details: ['by'] },
  'owner-requested': { audience: 'owners', details: ['name', 'by'] },
  'owner-added': { audience: 'owners', details: ['name', 'by'] },
  'owner-reset': { audience: 'owners', details: ['name', 'by'] },
  'owner-removed': { audience: 'owners', details: ['name', 'by'] },
  'approved-alone': { audience: 'owners', details: ['name', 'subject'] },
} as const satisfies Record<string, NoticeKind>

export type AccountNoticeKind = keyof typeof ACCOUNT_NOTICES

/** The details of one kind, by name. */
export type NoticeDetails<Kind extends AccountNoticeKind> = Record<
  (typeof ACCOUNT_NOTICES)[Kind]['details'][number],
  string
>

type KindFor<Audience extends NoticeAudience> = {
  [Kind in AccountNoticeKind]: (typeof ACCOUNT_NOTICES)[Kind]['audience'] extends Audience
    ? Kind
    : never
}[AccountNoticeKind]

export type OwnNoticeKind = KindFor<'self'>
export type OwnerNoticeKind = KindFor<'owners'>

export const isAccountNotice = (kind: string): kind is AccountNoticeKind =>
  Object.hasOwn(ACCOUNT_NOTICES, kind)
