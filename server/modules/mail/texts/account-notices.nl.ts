/** Security mails about an account. Each kind has its subject and, as KIND_text, its sentence. */
export const accountNoticesDutch = {
  greeting: 'Beste {name},',
  when: 'Dit gebeurde op {date} om {time} uur.',
  not_you_backoffice:
    'Was jij dit niet? Wijzig je wachtwoord, beëindig je andere sessies en waarschuw een eigenaar.',
  not_you_employer:
    'Was jij dit niet? Wijzig je wachtwoord, beëindig je andere sessies en waarschuw je contactpersoon bij Giftpoint.',
  not_expected:
    'Verwachtte je dit niet? Controleer het in het beheer en neem contact op met je collega.',
  open_backoffice: 'Open het beheer',
  open_employer: 'Open het werkgeversportaal',
  'new-sign-in': 'Nieuwe aanmelding bij je account',
  'new-sign-in_text':
    'Iemand heeft zich bij je account aangemeld met een browser die nog niet eerder is gebruikt: {browser}, IP-adres {address}.',
  'passkey-added': 'Passkey toegevoegd',
  'passkey-added_text': 'De passkey “{name}” is aan je account toegevoegd.',
  'passkey-removed': 'Passkey verwijderd',
  'passkey-removed_text': 'De passkey “{name}” is uit je account verwijderd.',
  'app-added': 'Authenticator-app ingesteld',
  'app-added_text': 'Voor je account is een authenticator-app ingesteld.',
  'app-removed': 'Authenticator-app verwijderd',
  'app-removed_text': 'De authenticator-app is uit je account verwijderd.',
  'recovery-codes-created': 'Nieuwe herstelcodes gemaakt',
  'recovery-codes-created_text':
    'Voor je account zijn nieuwe herstelcodes gemaakt. De oude codes werken niet meer.',
  'token-created': 'API-token gemaakt',
  'token-created_text': 'Voor je account is het API-token “{name}” gemaakt.',
  'token-ended': 'API-token beëindigd',
  'token-ended_text':
    '{by} heeft je API-token “{name}” beëindigd. Programma’s die het gebruiken, hebben geen toegang meer.',
  'password-changed': 'Wachtwoord gewijzigd',
  'password-changed_text':
    'Het wachtwoord van je account is gewijzigd. Je andere sessies zijn beëindigd.',
  'password-reset': 'Wachtwoord opnieuw ingesteld',
  'password-reset_text':
    'Het wachtwoord van je account is opnieuw ingesteld via een link in een e-mail. Al je sessies zijn beëindigd.',
  'password-attempts': 'Veel foute wachtwoorden voor je account',
  'password-attempts_text':
    'Voor je account is {count} keer achter elkaar een fout wachtwoord ingevoerd.',
  'password-off': 'Je wachtwoord is uitgeschakeld',
  'password-off_text':
    'Voor je account is {count} keer achter elkaar een fout wachtwoord ingevoerd. Daarom werkt je wachtwoord niet meer. Kies een nieuw wachtwoord via “Wachtwoord vergeten?” op de aanmeldpagina. Passkeys blijven werken.',
  'access-reset': 'Je toegang is opnieuw ingesteld',
  'access-reset_text': '{by} heeft je toegang opnieuw ingesteld.',
  'owner-requested': 'Verzoek over eigenaarstoegang: {name}',
  'owner-requested_text':
    '{by} heeft gevraagd om {name} eigenaar te maken of de toegang van deze eigenaar te herstellen. Keur dit goed of wijs het af bij Goedkeuringen in het beheer.',
  'owner-added': 'Nieuwe eigenaar: {name}',
  'owner-added_text': '{name} is nu eigenaar. Dit is gedaan door {by}.',
  'owner-reset': 'Toegang van eigenaar {name} opnieuw ingesteld',
  'owner-reset_text': 'De toegang van eigenaar {name} is opnieuw ingesteld door {by}.',
  'owner-removed': '{name} is geen eigenaar meer',
  'owner-removed_text': '{name} is geen eigenaar meer. Dit is gedaan door {by}.',
  'approved-alone': 'Goedgekeurd zonder tweede persoon',
  'approved-alone_text':
    '{name} heeft een eigen verzoek goedgekeurd, omdat er maar één eigenaar is: {subject}.',
}

export type AccountNoticeTexts = Record<keyof typeof accountNoticesDutch, string>
