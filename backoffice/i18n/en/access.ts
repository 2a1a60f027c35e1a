/** Texts about owners and the requests that another owner approves. */
export const accessEnglish = {
  'approval.kind.order.place': 'Place an order of {points} points for voucher {subject}',
  'approval.gifts': 'Gifts',
  'approval.order.ordered': 'The basket has already been ordered.',
  'approval.order.basket': 'The basket has changed since the request.',
  'approval.order.voucher': 'The voucher has expired or is blocked.',
  'approval.order.balance': 'The balance no longer covers the order.',
  'approval.order.stock': 'A gift is sold out or not in stock in this quantity.',
  'approval.order.catalogue': 'A gift is no longer offered.',
  'approval.order.price': 'The price of a gift has changed.',
  'approval.order.delivery': 'The delivery details are incomplete or no longer possible.',
  'approval.kind.batch.code-file': 'Batch {subject}: download codes worth {points} points',
  'approval.kind.batch.code-mails': 'Batch {subject}: email codes worth {points} points',
  'codes.above':
    'These codes are worth {points} points. On your own you can give out codes worth {alone} more points in 24 hours. A second person must approve this.',
  'codes.ask': 'Request approval',
  'codes.askHelp':
    'Once a second person has approved it, you can download the codes for seven days.',
  'codes.askMailsHelp': 'The emails leave once a second person has approved the request.',
  'codes.asked':
    '{name} requested approval to give out codes worth {points} points. A second person must approve it.',
  'codes.askedDone': 'Approval requested.',
  'codes.needApproval':
    'Codes worth more than 25,000 points in 24 hours need the approval of a second person. Request it on the page of the batch.',
  'codes.limit':
    'You gave out codes worth 25,000 points in the last 24 hours. Ask a colleague to do this, or try again later.',
  'approval.kind.owner.make': 'Make {subject} an owner',
  'approval.kind.owner.reset': 'Reset the access of owner {subject}',
  'approval.refused.new-owner':
    'This was requested before you became an owner, or before your access was reset. Another owner has to approve it.',
  'approval.refused.made-colleague':
    'You added this colleague or gave them their role less than seven days before the request. Another owner has to approve it.',
  'approval.refused.approve-later': 'You can’t approve this yet. The page shows from when you can.',
  'approval.from': 'You can approve this from {time}.',
  'approval.aloneHelp':
    'There is no second owner. You can approve this request, your own or that of a colleague you added less than seven days ago, 24 hours after it was made, with a new sign-in. All owners are emailed, and the audit log shows that you approved it alone.',
  'approval.alone': 'Approved without a second person, because there was no other owner.',
  'approval.approveAlone': 'Approve alone',
  'owner.needsSecond': 'Another owner has to approve this first. All owners get an email.',
  'owner.waits': 'Request sent. Another owner has to approve it.',
  'owner.showRequest': 'Show the request',
  'invite.ownerHelp':
    '{name} starts as a reader and becomes an owner once another owner has approved it.',
  'factor.app': 'Authenticator app',
  'factor.appHelp': 'An app on your phone shows a code. You enter it after your password.',
  'factor.setUp': 'Two-factor authentication',
  'factor.setUpWhy':
    'Your role needs a second proof of identity when you sign in. Set up an authenticator app or a passkey to continue.',
  'factor.show': 'Use your second factor',
  'factor.showWhy': 'Your account has a second factor. Your role needs it when you sign in.',
  'factor.showApp': 'Sign out. Then sign in with your password and the code from your app.',
  'factor.lost': 'No longer have it? Ask an owner to end your access and to invite you again.',
  'factor.refused.needed':
    'Your role needs two-factor authentication. Set it up, or sign in with the factor that you have.',
  'factor.refused.last':
    'Your role needs two-factor authentication, and this is your last factor. Add another one first.',
  'action.recovery-codes.saved': 'Recovery codes saved',
  'recovery.copy': 'Copy codes',
  'recovery.copied': 'Codes copied.',
  'recovery.print': 'Print codes',
  'recovery.unsaved':
    'You have not confirmed that you saved your recovery codes. Make new codes and save them.',
  'apiTokens.title': 'API tokens',
  'apiTokens.counted': 'one API token|{count} API tokens',
  'apiTokens.search': 'Token or owner',
  'apiTokens.owner': 'Owner',
  'apiTokens.permissions': 'Permissions',
  'apiTokens.created': 'Created',
  'apiTokens.lastUsed': 'Last used',
  'apiTokens.never': 'never',
  'apiTokens.expires': 'Expires',
  'apiTokens.active': 'active',
  'apiTokens.ended': 'ended',
  'apiTokens.end': 'End one API token|End {count} API tokens',
  'apiTokens.endTitle': 'End API tokens',
  'apiTokens.endHelp':
    'Programs that use these tokens lose access at once. You can’t undo this. Each owner gets an email.',
  'apiTokens.endedNow': 'One API token ended.|{count} API tokens ended.',
  'apiTokens.empty': 'No API tokens yet',
  'apiTokens.emptyHelp':
    'Colleagues create API tokens under My account. You see all of them here and can end any of them.',
}
