import type { DoorDictionary } from '#backoffice/words/dictionary.ts'

export const doorDutch: DoorDictionary = {
  signIn: 'Inloggen',
  theDesk: 'De balie',
  forThePeople: 'Voor wie de winkel bijhoudt.',
  mail: 'E-mail',
  password: 'Wachtwoord',
  passwordOf: 'Wachtwoord van {mail}',
  appCode: 'Code uit je app',
  ifYouHaveOne: 'als je die hebt',
  signInHelp:
    'Telefoon kwijt? Een herstelcode past waar de zes cijfers horen. Niets meer over? Vraag een eigenaar.',
  signInWrong: 'Dat klopte niet: kijk het adres, het wachtwoord en de code nog eens na.',
  signInCrowded: 'Velen proberen het tegelijk. Wacht een minuut en probeer het dan opnieuw.',
  signInWork: 'Een ogenblik: je browser laat zien dat het ernst is.',
  signInWorking: 'Een ogenblik …',
  signInAgain: 'Opnieuw inloggen',
  sessionEnded:
    'Je sessie eindigde om {time}. Wat je typte blijft bewaard en gaat op weg zodra je terug bent.',
  somebodyElse: 'Ik ben iemand anders',
  byPasskey: 'Inloggen met een passkey',
  byCompany: 'Inloggen met {name}',
  passkeyUnknown: 'Geen medewerker heeft deze passkey.',
  companySilent: 'De inlog van het bedrijf antwoordt niet. Probeer het zo nog eens.',
  companyRefused: 'Dat lukte niet, of duurde te lang. Begin opnieuw.',
  notAColleague: 'Je bent daar bekend, en hier niet uitgenodigd. Vraag een eigenaar.',
  passkeyUnmade: 'Er is geen sleutel gemaakt. Probeer het opnieuw als je zover bent.',
  goOn: 'Verder',
  language: 'Taal',
  noConnection:
    'De balie is nu niet bereikbaar. Wat je typte blijft bewaard; probeer het zo opnieuw.',
  broken: 'Er ging bij ons iets mis. Wat je typte blijft bewaard.',
  again: 'Opnieuw',
  notAllowed: 'Jouw rol mag dit niet zien. Een eigenaar kan dat veranderen.',
  notThere: 'Dit bestaat niet, of het ligt buiten je kanalen.',
  close: 'Sluiten',
}
