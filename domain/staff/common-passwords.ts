/** Printed at each start of the demo, so it is never accepted as a chosen password. */
export const DEMO_PASSWORD = 'giftpoint-demo'

/** Words that people in these countries use in passwords, besides the most common passwords worldwide. */
export const PASSWORD_WORDS: readonly string[] = [
  DEMO_PASSWORD,
  ...'giftpoint gift point demo cadeau cadeaubon kerstpakket geschenk gutschein voucher'.split(' '),
  ...'wachtwoord welkom password passwort motdepasse welcome willkommen bienvenue geheim'.split(
    ' ',
  ),
  ...'kerst kerstmis sinterklaas weihnachten ostern pasen koningsdag'.split(' '),
  ...'lente zomer herfst winter frühling fruehling sommer herbst spring summer autumn'.split(' '),
  ...'januari februari maart april mei juni juli augustus september oktober november december'.split(
    ' ',
  ),
  ...'januar februar märz maerz mai august dezember'.split(' '),
  ...'january february march june july october'.split(' '),
  ...'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag'.split(' '),
  ...'montag dienstag mittwoch donnerstag freitag samstag sonntag'.split(' '),
  ...'monday tuesday wednesday thursday friday saturday sunday'.split(' '),
  ...'nederland holland belgie deutschland amsterdam rotterdam utrecht eindhoven groningen'.split(
    ' ',
  ),
  ...'antwerpen brussel berlin hamburg münchen muenchen köln koeln frankfurt'.split(' '),
  ...'ajax feyenoord bayern dortmund'.split(' '),
]
