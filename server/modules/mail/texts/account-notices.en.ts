import type { AccountNoticeTexts } from '#server/modules/mail/texts/account-notices.nl.ts'

export const accountNoticesEnglish: AccountNoticeTexts = {
  greeting: 'Dear {name},',
  when: 'This happened at {time} on {date}.',
  not_you_backoffice:
    'Wasn’t this you? Change your password, end your other sessions and tell an owner.',
  not_you_employer:
    'Wasn’t this you? Change your password, end your other sessions and tell your contact at Giftpoint.',
  not_expected: 'Didn’t you expect this? Check it in the back office and contact your colleague.',
  open_backoffice: 'Open the back office',
  open_employer: 'Open the employer portal',
  'new-sign-in': 'New sign-in to your account',
  'new-sign-in_text':
    'Someone signed in to your account with a browser that wasn’t used before: {browser}, IP address {address}.',
  'passkey-added': 'Passkey added',
  'passkey-added_text': 'The passkey “{name}” was added to your account.',
  'passkey-removed': 'Passkey removed',
  'passkey-removed_text': 'The passkey “{name}” was removed from your account.',
  'app-added': 'Authenticator app set up',
  'app-added_text': 'An authenticator app was set up for your account.',
  'app-removed': 'Authenticator app removed',
  'app-removed_text': 'The authenticator app was removed from your account.',
  'recovery-codes-created': 'New recovery codes created',
  'recovery-codes-created_text':
    'New recovery codes were created for your account. The old codes no longer work.',
  'token-created': 'API token created',
  'token-created_text': 'The API token “{name}” was created for your account.',
  'token-ended': 'API token ended',
  'token-ended_text':
    '{by} ended your API token “{name}”. Programs that use it no longer have access.',
  'password-changed': 'Password changed',
  'password-changed_text':
    'The password of your account was changed. Your other sessions have ended.',
  'password-reset': 'Password reset',
  'password-reset_text':
    'The password of your account was reset with a link from an email. All your sessions have ended.',
  'password-attempts': 'Many wrong passwords for your account',
  'password-attempts_text': 'A wrong password was entered for your account {count} times in a row.',
  'password-off': 'Your password is off',
  'password-off_text':
    'A wrong password was entered for your account {count} times in a row. Your password therefore no longer works. Choose a new password with “Forgot password?” on the sign-in page. Passkeys still work.',
  'access-reset': 'Your access was reset',
  'access-reset_text': '{by} reset your access.',
  'owner-requested': 'Request about owner access: {name}',
  'owner-requested_text':
    '{by} asked to make {name} an owner, or to reset their access as an owner. Approve or reject this under Approvals in the back office.',
  'owner-added': 'New owner: {name}',
  'owner-added_text': '{name} is now an owner. This was done by {by}.',
  'owner-reset': 'Access of owner {name} reset',
  'owner-reset_text': 'The access of owner {name} was reset by {by}.',
  'owner-removed': '{name} is no longer an owner',
  'owner-removed_text': '{name} is no longer an owner. This was done by {by}.',
  'approved-alone': 'Approved without another approver',
  'approved-alone_text':
    '{name} approved their own request because there is only one owner: {subject}.',
}
