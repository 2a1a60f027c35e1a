import type { refusalsEnglish } from '#backoffice/i18n/en/refusals.ts'

export const refusalsDutch: Record<keyof typeof refusalsEnglish, string> = {
  'refusal.codes-stopped':
    'Het codebestand is gestopt voordat het klaar was. De codes erin zijn ongeldig. Vraag het bestand opnieuw aan.',
  'refusal.different-things':
    'Deze twee versies horen niet bij hetzelfde onderdeel. Kies twee versies van hetzelfde onderdeel.',
  'refusal.factor-is-set': 'Er is al een authenticator-app ingesteld. Verwijder die eerst.',
  'refusal.foreign-write':
    'Dit verzoek kwam niet van het beheer. Laad de pagina opnieuw en probeer het nog eens.',
  'refusal.is-closed': 'Dit kanaal is niet open. Laad de pagina opnieuw.',
  'refusal.is-open': 'Dit kanaal is al open. Laad de pagina opnieuw.',
  'refusal.missing-letters':
    'Er kan geen brief worden gedrukt: het lettertype heeft sommige tekens niet. Pas de tekst aan en probeer het opnieuw.',
  'refusal.no-factor': 'Er is geen authenticator-app ingesteld. Laad de pagina opnieuw.',
  'refusal.no-openid':
    'Inloggen via het bedrijf is niet ingesteld. Log in met je e-mailadres en wachtwoord.',
  'refusal.no-session': 'Je sessie is verlopen. Log opnieuw in.',
  'refusal.no-such-line': 'Dit cadeau staat niet in de bestelling. Laad de pagina opnieuw.',
  'refusal.not-copyable':
    'Alleen teksten, mailzinnen en velden van een kanaal kun je kopiëren, en alleen naar losse kanalen, niet naar de gedeelde teksten.',
  'refusal.nothing-to-resolve': 'Hier valt niets meer op te lossen. Laad de pagina opnieuw.',
  'refusal.order-cancelled': 'Deze bestelling is geannuleerd. Alles is teruggegeven.',
  'refusal.too-many-requests': 'Te veel verzoeken. Wacht een minuut en probeer het opnieuw.',
  'refusal.unavailable':
    'Een deel van de winkel is nu niet beschikbaar. Probeer het over een paar minuten opnieuw.',
  'refusal.unknown-colleague': 'Deze collega kan deze taak niet krijgen. Kies iemand anders.',
  'refusal.unknown-picture': 'Deze afbeelding of video bestaat niet meer. Kies een andere.',
}
