/** Texts about owners and the requests that another owner approves. */
export const accessDutch = {
  'approval.kind.owner.make': '{subject} eigenaar maken',
  'approval.kind.owner.reset': 'Toegang van eigenaar {subject} herstellen',
  'approval.refused.new-owner':
    'Dit is aangevraagd voordat je eigenaar werd, of voordat je toegang werd hersteld. Een andere eigenaar moet het goedkeuren.',
  'approval.refused.approve-later':
    'Je kunt dit nog niet goedkeuren. Op de pagina staat vanaf wanneer dat kan.',
  'approval.from': 'Je kunt dit goedkeuren vanaf {time}.',
  'approval.aloneHelp':
    'Er is geen tweede eigenaar. Je kunt je eigen verzoek 24 uur na de aanvraag goedkeuren, nadat je opnieuw bent ingelogd. Alle eigenaren krijgen een e-mail, en in het logboek staat dat je het alleen hebt goedgekeurd.',
  'approval.alone': 'Goedgekeurd door de aanvrager zelf, omdat er geen tweede eigenaar was.',
  'approval.approveAlone': 'Alleen goedkeuren',
  'owner.needsSecond':
    'Een andere eigenaar moet dit eerst goedkeuren. Alle eigenaren krijgen een e-mail.',
  'owner.waits': 'Verzoek verstuurd. Een andere eigenaar moet het goedkeuren.',
  'owner.showRequest': 'Verzoek tonen',
  'invite.ownerHelp':
    '{name} begint als lezer en wordt eigenaar zodra een andere eigenaar dat heeft goedgekeurd.',
}
