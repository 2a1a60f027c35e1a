/** Texts about owners and the requests that another owner approves. */
export const accessDutch = {
  'approval.kind.order.place': 'Een bestelling van {points} punten plaatsen voor voucher {subject}',
  'approval.gifts': 'Cadeaus',
  'approval.order.ordered': 'De cadeaumand is al besteld.',
  'approval.order.basket': 'De cadeaumand is na de aanvraag veranderd.',
  'approval.order.voucher': 'De voucher is verlopen of geblokkeerd.',
  'approval.order.balance': 'Het saldo is niet meer genoeg voor de bestelling.',
  'approval.order.stock': 'Een cadeau is uitverkocht of er zijn er niet genoeg van op voorraad.',
  'approval.order.catalogue': 'Een cadeau wordt niet meer aangeboden.',
  'approval.order.price': 'De prijs van een cadeau is veranderd.',
  'approval.order.delivery':
    'De bezorggegevens zijn onvolledig of de bezorging is niet meer mogelijk.',
  'approval.kind.batch.code-file':
    'Serie {subject}: codes ter waarde van {points} punten downloaden',
  'approval.kind.batch.code-mails':
    'Serie {subject}: codes ter waarde van {points} punten per e-mail versturen',
  'codes.above':
    'Deze codes zijn {points} punten waard. Zelf kun je binnen 24 uur nog codes ter waarde van {alone} punten uitgeven. Een tweede persoon moet dit goedkeuren.',
  'codes.ask': 'Goedkeuring vragen',
  'codes.askHelp':
    'Zodra een tweede persoon het heeft goedgekeurd, kun je de codes zeven dagen lang downloaden.',
  'codes.askMailsHelp':
    'De e-mails worden verstuurd zodra een tweede persoon de aanvraag heeft goedgekeurd.',
  'codes.asked':
    '{name} heeft goedkeuring gevraagd om codes ter waarde van {points} punten uit te geven. Een tweede persoon moet dit goedkeuren.',
  'codes.askedDone': 'Goedkeuring aangevraagd.',
  'codes.needApproval':
    'Voor codes van meer dan 25.000 punten in 24 uur is goedkeuring van een tweede persoon nodig. Vraag die aan op de pagina van de serie.',
  'codes.limit':
    'Je hebt in de afgelopen 24 uur codes ter waarde van 25.000 punten uitgegeven. Vraag een collega om dit te doen, of probeer het later opnieuw.',
  'approval.kind.owner.make': '{subject} eigenaar maken',
  'approval.kind.owner.reset': 'Toegang van eigenaar {subject} herstellen',
  'approval.refused.new-owner':
    'Dit is aangevraagd voordat je eigenaar werd, of voordat je toegang werd hersteld. Een andere eigenaar moet het goedkeuren.',
  'approval.refused.made-colleague':
    'Je hebt deze collega minder dan zeven dagen voor het verzoek toegevoegd of een rol gegeven. Een andere eigenaar moet het goedkeuren.',
  'approval.refused.approve-later':
    'Je kunt dit nog niet goedkeuren. Op de pagina staat vanaf wanneer dat kan.',
  'approval.from': 'Je kunt dit goedkeuren vanaf {time}.',
  'approval.aloneHelp':
    'Er is geen tweede eigenaar. Je kunt dit verzoek, van jezelf of van een collega die je minder dan zeven dagen geleden hebt toegevoegd, 24 uur na de aanvraag goedkeuren, nadat je opnieuw bent ingelogd. Alle eigenaren krijgen een e-mail, en in het logboek staat dat je het alleen hebt goedgekeurd.',
  'approval.alone': 'Goedgekeurd zonder tweede persoon, omdat er geen andere eigenaar was.',
  'approval.approveAlone': 'Zelf goedkeuren',
  'owner.needsSecond':
    'Een andere eigenaar moet dit eerst goedkeuren. Alle eigenaren krijgen een e-mail.',
  'owner.waits': 'Verzoek verstuurd. Een andere eigenaar moet het goedkeuren.',
  'owner.showRequest': 'Verzoek tonen',
  'invite.ownerHelp':
    '{name} begint als lezer en wordt eigenaar zodra een andere eigenaar dat heeft goedgekeurd.',
  'factor.app': 'Authenticator-app',
  'factor.appHelp': 'Een app op je telefoon toont een code. Die vul je in na je wachtwoord.',
  'factor.setUp': 'Tweestapsverificatie',
  'factor.setUpWhy':
    'Voor jouw rol is bij het inloggen een tweede bewijs nodig. Stel een authenticator-app of een passkey in om verder te gaan.',
  'factor.show': 'Gebruik je tweede factor',
  'factor.showWhy':
    'Je account heeft een tweede factor. Voor jouw rol is die nodig bij het inloggen.',
  'factor.showApp': 'Log uit. Log daarna in met je wachtwoord en de code uit je app.',
  'factor.lost':
    'Heb je die niet meer? Vraag een eigenaar om je toegang te beëindigen en je opnieuw uit te nodigen.',
  'factor.refused.needed':
    'Voor jouw rol is tweestapsverificatie nodig. Stel die in, of log in met de factor die je hebt.',
  'factor.refused.last':
    'Voor jouw rol is tweestapsverificatie nodig en dit is je laatste factor. Voeg eerst een andere toe.',
  'action.recovery-codes.saved': 'Herstelcodes opgeslagen',
  'recovery.copy': 'Codes kopiëren',
  'recovery.copied': 'Codes gekopieerd.',
  'recovery.print': 'Codes printen',
  'recovery.unsaved':
    'Je hebt niet bevestigd dat je je herstelcodes hebt opgeslagen. Maak nieuwe codes en sla ze op.',
  'apiTokens.title': 'API-tokens',
  'apiTokens.counted': 'één API-token|{count} API-tokens',
  'apiTokens.search': 'Token of eigenaar',
  'apiTokens.owner': 'Eigenaar',
  'apiTokens.permissions': 'Rechten',
  'apiTokens.created': 'Gemaakt',
  'apiTokens.lastUsed': 'Laatst gebruikt',
  'apiTokens.never': 'nooit',
  'apiTokens.expires': 'Verloopt',
  'apiTokens.active': 'actief',
  'apiTokens.ended': 'beëindigd',
  'apiTokens.end': 'Eén API-token beëindigen|{count} API-tokens beëindigen',
  'apiTokens.endTitle': 'API-tokens beëindigen',
  'apiTokens.endHelp':
    'Programma’s die deze tokens gebruiken, hebben meteen geen toegang meer. Je kunt dit niet ongedaan maken. Elke eigenaar van een token krijgt een e-mail.',
  'apiTokens.endedNow': 'Eén API-token beëindigd.|{count} API-tokens beëindigd.',
  'apiTokens.empty': 'Nog geen API-tokens',
  'apiTokens.emptyHelp':
    'Collega’s maken API-tokens onder Mijn account. Je ziet ze hier allemaal en kunt elk token beëindigen.',
}
