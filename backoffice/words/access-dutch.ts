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
