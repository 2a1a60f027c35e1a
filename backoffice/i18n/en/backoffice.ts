import { refusalsEnglish } from '#backoffice/i18n/en/refusals.ts'
import { accessEnglish } from '#backoffice/i18n/en/access.ts'
import { timeEnglish } from '#backoffice/i18n/en/retention.ts'
import { groundEnglish } from '#backoffice/i18n/en/approvals.ts'
import { inboxEnglish } from '#backoffice/i18n/en/support.ts'
import { digitalEnglish } from '#backoffice/i18n/en/digital-codes.ts'
import { chooseEnglish } from '#backoffice/i18n/en/replacements.ts'
import { invitesEnglish } from '#backoffice/i18n/en/gift-mails.ts'
import { employerEnglish } from '#backoffice/i18n/en/employers.ts'
import { rehearsalEnglish } from '#backoffice/i18n/en/simulation.ts'
import { catalogueEnglish } from '#backoffice/i18n/en/catalog.ts'
import { vocabularyEnglish } from '#backoffice/i18n/en/attributes.ts'
import { webhooksEnglish } from '#backoffice/i18n/en/webhooks.ts'
import { liveEnglish } from '#backoffice/i18n/en/live.ts'
import { contentEnglish } from '#backoffice/i18n/en/content.ts'
import { releasesEnglish } from '#backoffice/i18n/en/releases.ts'
import { doorEnglish } from '#backoffice/i18n/en/sign-in.ts'
import { channelsEnglish } from '#backoffice/i18n/en/channels.ts'
import { batchesEnglish } from '#backoffice/i18n/en/batches.ts'
import { caseEnglish } from '#backoffice/i18n/en/vouchers.ts'
import { mailsEnglish } from '#backoffice/i18n/en/mails.ts'
import { mediaEnglish } from '#backoffice/i18n/en/media.ts'
import { figuresEnglish } from '#backoffice/i18n/en/reports.ts'
import { moneyEnglish } from '#backoffice/i18n/en/finance.ts'
import { ordersEnglish } from '#backoffice/i18n/en/orders.ts'
import { serviceEnglish } from '#backoffice/i18n/en/refunds.ts'
import { mendEnglish } from '#backoffice/i18n/en/batch-changes.ts'

/** What the back office says, in English; the other languages have to say the same. 'one|{count} more' by number. */
export const english = {
  ...accessEnglish,
  ...contentEnglish,
  ...mendEnglish,
  ...serviceEnglish,
  ...groundEnglish,
  ...timeEnglish,
  ...refusalsEnglish,
  ...invitesEnglish,
  ...rehearsalEnglish,
  ...employerEnglish,
  // The door
  ...doorEnglish,

  passkeys: 'Passkeys',
  passkeysHelp:
    'Sign in with your phone, your computer or a security key instead of a password and a code.',
  addPasskey: 'Add a passkey',
  passkeyName: 'Name of the key',
  passkeyNameHelp: 'For example: phone, or keyring',
  passkeyAdded: 'The passkey is added.',
  passkeyRemoved: 'The passkey is gone.',
  removePasskey: 'Remove {name}',
  noPasskeysHere: 'This browser knows no passkeys, or did not come by https.',
  lastWayIn: 'This is your only way in. Add another key first.',
  wrongPasskey: 'The back office cannot use this key. Try again.',
  signOut: 'Sign out',

  // The frame
  toThePage: 'To the page',
  pages: 'Pages',
  main: 'Main',
  today: 'Today',
  staff: 'Staff',
  find: 'Find',
  more: 'More',
  findOrDo: 'Find or do',
  found: 'Found',
  foundCount: 'one found|{count} found',
  foundNothing:
    'Nothing found. Here are pages and deeds, and by name: holders, colleagues, gifts and releases.',
  actions: 'Actions',
  channels: 'Channels',
  channel: 'Channel',
  allChannels: 'All channels',
  allMyChannels: 'All my channels',
  ordersAndPeople: 'Orders and people',
  catalogue: 'Catalogue',
  theShop: 'The shop',
  theCompany: 'The company',
  theme: 'Colours',
  'theme.system': 'As the system',
  'theme.light': 'Light',
  'theme.dark': 'Dark',
  'role.owner': 'Owner',
  'role.editor': 'Editor',
  'role.merchandiser': 'Merchandiser',
  'role.fulfilment': 'Fulfilment',
  'role.service': 'Service',
  'role.reader': 'Reader',
  whereYouWork: 'Where you work',

  // What goes wrong
  notForYou: 'Not for your role',
  noSuchPage: 'No such page',
  noSuchPageHelp: 'The address leads nowhere. The menu shows what there is.',

  // Keys
  keys: 'Keys',
  keyFind: 'find or do',
  keySearch: 'search',
  keyRow: 'row',
  keySelect: 'select',
  keyOpen: 'open',
  keyClose: 'close',
  keyKeys: 'all keys',

  // Lists
  columns: 'Columns',
  export: 'Export',
  exportCount: 'Export one|Export {count}',
  filter: 'Filter',
  dropFilter: 'Drop the filter {name}',
  apply: 'Apply',
  any: 'Any',
  selectPage: 'Select the page',
  selectOne: 'Select {name}',
  selection: 'Selection',
  selected: 'one selected|{count} selected',
  allSelected: 'All {count} selected',
  selectAll: 'Select all {count}',
  clearSelection: 'Clear the selection',
  first: 'First',
  previous: 'Previous',
  next: 'Next',
  last: 'Last',
  pagesOfList: 'Pages of the list',
  moreThan: 'more than {count}',
  noneFits: 'None fits',
  noneFitsHelp: 'Nothing is found by these words and filters together.',
  withoutFilters: 'Without filters',

  // Staff
  colleagues: 'one colleague|{count} colleagues',
  nameOrMail: 'Name or email',
  name: 'Name',
  role: 'Role',
  allOfThem: 'all',
  andMore: '{first} and one more|{first} and {count} more',
  secondFactor: 'Second factor',
  isSet: 'set',
  isNotSet: 'not set',
  lastSeen: 'Last seen',
  since: 'Since',
  state: 'State',
  hasLeft: 'has left',
  worksHere: 'works here',

  // Views and what is done
  views: 'Views',
  everything: 'Everything',
  viewOf: 'A view of {name}',
  saveView: 'Save view',
  changeView: 'Change view',
  viewHelp: 'Keeps the words, filters, order and columns that you see now.',
  shareView: 'Share it with everybody',
  removeView: 'Remove view',
  viewSaved: 'The view {name} is kept.',
  viewRemoved: 'The view {name} is gone.',
  done: 'Done',
  save: 'Save',
  discard: 'Throw away',
  lastDone: 'What you did last',
  history: 'History',
  reason: 'Reason',
  reasonHelp: 'Stands in the history.',
  reasonMissing: 'Say why: the history keeps it.',
  notUndone: 'This cannot be undone: whoever was in signs in again.',

  // Why something was not done
  'why.countDiffers': 'The number of items has changed. Check the list and confirm again.',
  'why.countDiffersNow':
    'There is one item now. Check the list and confirm again.|There are {count} items now. Check the list and confirm again.',
  changedSince:
    'Something changed since you looked. What is true now is shown; look, then decide again.',
  invalidInput: 'Something in the form cannot be used as it is.',
  invalidHere: 'This cannot be used as it is.',
  invitationOver: 'This link is no longer good. Ask an owner for another one.',
  isHere: 'This address has access already.',
  lastOwner: 'The last owner stays. Make somebody else an owner first.',
  nameTaken: 'You have a view of this name already.',
  needsChannel: 'Everybody but an owner needs at least one channel.',
  unknownChannel: 'One of the channels does not exist any more.',
  wrongCode: 'This is not a code of the app, or one that was used before.',
  wrongPassword: 'This is not your password.',
  weakPassword:
    'This password is easily guessed: a common word, the name of the shop, your own name or address, or the same again and again.',
  tooManyTries: 'A wrong password was tried too often. Wait a minute and try again.',

  // Colleagues
  colleague: 'Colleague',
  invite: 'Invite a colleague',
  whoIsInvited: 'Who is invited',
  makeInvitation: 'Make the invitation',
  inviteHelp: 'We email a link that works once, for three days.',
  invitationMade: 'We emailed {name} a link. It works once, for three days.',
  link: 'Link',
  toColleague: 'To the page of {name}',
  roleAndChannels: 'Role and channels',
  roleEndsSessions: 'Another role ends the colleague’s sessions.',
  ownerEverywhere: 'An owner works in all channels.',
  colleagueChanged: '{name} is saved.',
  hasLeftHelp: 'Has no access any more. What was done stays in the history.',
  access: 'Access',
  endSessions: 'End sessions',
  endSessionsOf:
    'End the sessions and API tokens of one colleague|End the sessions and API tokens of {count} colleagues',
  sessionsEnded: 'One session ended.|{count} sessions ended.',
  endAccess: 'End the access',
  endAccessHelp:
    'Ends sessions, tokens and second factors at once. A new invitation lets the colleague in again.',
  colleagueRemoved: '{name} has no access any more.',
  newLink: 'Email a new link for the password',
  welcome: 'Welcome to the back office',
  choosePassword: 'Choose the password that you will sign in with.',

  // Audit
  audit: 'Audit',
  lines: 'one line|{count} lines',
  actionOrNumber: 'Number of what it is about',
  what: 'What',
  when: 'When',
  who: 'Who',
  about: 'About',
  session: 'Session',
  from: 'From',
  until: 'Until',
  nothingDone: 'Nothing was done yet.',
  byCommand: 'The command line',
  byShop: 'The shop itself',
  field: 'Field',
  before: 'Before',
  after: 'After',
  keptApart: 'kept apart',
  'action.factor.added': 'Second factor set',
  'action.factor.begun': 'Second factor begun',
  'action.factor.removed': 'Second factor removed',
  'action.language.changed': 'Language changed',
  'action.password.changed': 'Password changed',
  'action.password.reset': 'Password reset by email',
  endOtherSessions: 'End all other sessions',
  otherSessionsEnded: 'All other sessions ended.',
  'action.password.chosen': 'Password chosen by link',
  'action.recovery-codes.made': 'New recovery codes',
  'action.session.ended': 'Session ended',
  'action.session.opened': 'Signed in',
  'action.sessions.ended': 'Sessions ended',
  'action.staff.added': 'Colleague added',
  'action.staff.changed': 'Colleague changed',
  'action.staff.invited': 'Colleague invited',
  'action.staff.removed': 'Access ended',
  'action.token.ended': 'Token ended',
  'action.tokens.ended': 'API tokens ended by an owner',
  'action.token.made': 'Token made',
  'action.view.changed': 'View changed',
  'action.view.removed': 'View removed',
  'action.view.saved': 'View saved',

  // The own account
  account: 'My account',
  languageAndColours: 'Language and colours',
  sessions: 'Sessions',
  thisOne: 'this one',
  endSession: 'End',
  passwordNow: 'Password now',
  passwordNew: 'New password',
  atLeast: 'At least {count} characters',
  changePassword: 'Change the password',
  passwordHelp: 'Your sessions elsewhere end.',
  passwordChanged: 'The password is changed; other sessions ended.',
  appIsSet:
    'An app is set; one recovery code is left|An app is set; {count} recovery codes are left',
  appIsNotSet: 'No authenticator app is set up.',
  setApp: 'Set up an app',
  appSet: 'Authenticator app set up.',
  scanIt: 'Scan this with the app',
  qrCode: 'QR code for the app',
  orType: 'Or enter this key in the app',
  confirm: 'Confirm',
  recoveryCodes: 'Recovery codes',
  newCodes: 'Make new codes',
  newCodesHelp: 'The old codes will no longer work.',
  removeApp: 'Remove the app',
  appRemoved: 'Authenticator app removed.',
  recoveryHelp:
    'Save or print these recovery codes. They are shown only once. Each works once, if you don’t have your phone.',
  haveThem: 'I saved the codes',
  tokens: 'Tokens for programs',
  tokensHelp: 'A program with a token may what you choose here, and never more than you may.',
  newToken: 'New token',
  makeToken: 'Make the token',
  tokenMade: 'Keep this token now: it is shown once.',
  token: 'Token',
  haveIt: 'I have it',
  endToken: 'End',
  tokenEnded: 'The token is ended.',
  ended: 'ended',
  days: 'Days until it ends',
  permissions: 'What it may do',
  needsPermission: 'Choose at least one thing that it may do.',
  ...liveEnglish,
  ...releasesEnglish,

  ...channelsEnglish,
  ...batchesEnglish,
  ...caseEnglish,
  ...ordersEnglish,
  ...chooseEnglish,
  ...inboxEnglish,
  ...webhooksEnglish,
  ...mailsEnglish,
  ...digitalEnglish,
  ...moneyEnglish,
  ...figuresEnglish,
  ...catalogueEnglish,
  ...mediaEnglish,
  ...vocabularyEnglish,
} as const satisfies Record<string, string>
