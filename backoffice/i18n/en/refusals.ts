/** Why the back office refused something, for reasons that no page explains in its own words. */
export const refusalsEnglish = {
  'refusal.codes-stopped':
    'The code file was stopped before it was complete. Its codes are void. Request the file again.',
  'refusal.different-things':
    'These two versions belong to different items. Choose two versions of the same item.',
  'refusal.factor-is-set': 'An authenticator app is already on. Remove it first.',
  'refusal.foreign-write':
    'This request did not come from the back office. Reload the page and try again.',
  'refusal.is-closed': 'This channel is not open. Reload the page.',
  'refusal.is-open': 'This channel is already open. Reload the page.',
  'refusal.missing-letters':
    'No letter can be printed: the font cannot draw some characters. Correct the text and try again.',
  'refusal.no-factor': 'No authenticator app is set up. Reload the page.',
  'refusal.no-openid':
    'Company sign-in is not set up. Sign in with your email address and password.',
  'refusal.no-session': 'Your session has ended. Sign in again.',
  'refusal.no-such-line': 'This gift is not in the order. Reload the page.',
  'refusal.not-copyable':
    'Only texts, mail sentences and channel fields can be copied, and only to single channels, not to the shared texts.',
  'refusal.nothing-to-resolve': 'There is nothing to resolve here any more. Reload the page.',
  'refusal.order-cancelled': 'This order is cancelled. Everything has been refunded.',
  'refusal.too-many-requests': 'Too many requests. Wait a minute and try again.',
  'refusal.unavailable':
    'A part of the shop is not available right now. Try again in a few minutes.',
  'refusal.unknown-colleague': 'This colleague cannot be given this task. Choose someone else.',
  'refusal.unknown-picture': 'This image or video no longer exists. Choose another one.',
} as const satisfies Record<string, string>
