/** Texts about owners and the requests that another owner approves. */
export const accessGerman = {
  'approval.kind.order.place': 'Bestellung über {points} Punkte für Gutschein {subject} aufgeben',
  'approval.gifts': 'Geschenke',
  'approval.order.ordered': 'Der Geschenkekorb wurde bereits bestellt.',
  'approval.order.basket': 'Der Geschenkekorb wurde seit der Anfrage geändert.',
  'approval.order.voucher': 'Der Gutschein ist abgelaufen oder gesperrt.',
  'approval.order.balance': 'Das Guthaben reicht für die Bestellung nicht mehr aus.',
  'approval.order.stock': 'Ein Geschenk ist ausverkauft oder nicht in dieser Menge vorrätig.',
  'approval.order.catalogue': 'Ein Geschenk wird nicht mehr angeboten.',
  'approval.order.price': 'Der Preis eines Geschenks hat sich geändert.',
  'approval.order.delivery':
    'Die Lieferangaben sind unvollständig oder die Lieferung ist nicht mehr möglich.',
  'approval.kind.owner.make': '{subject} zum Eigentümer machen',
  'approval.kind.owner.reset': 'Zugang des Eigentümers {subject} zurücksetzen',
  'approval.refused.new-owner':
    'Dies wurde angefragt, bevor Sie Eigentümer wurden oder Ihr Zugang zurückgesetzt wurde. Ein anderer Eigentümer muss es freigeben.',
  'approval.refused.approve-later':
    'Sie können dies noch nicht freigeben. Die Seite zeigt, ab wann es möglich ist.',
  'approval.from': 'Sie können dies ab {time} freigeben.',
  'approval.aloneHelp':
    'Es gibt keinen zweiten Eigentümer. Sie können Ihre eigene Anfrage nach 24 Stunden freigeben, wenn Sie sich erneut anmelden. Alle Eigentümer erhalten eine E-Mail, und das Protokoll vermerkt, dass Sie allein freigegeben haben.',
  'approval.alone':
    'Von der anfragenden Person selbst freigegeben, weil es keinen zweiten Eigentümer gab.',
  'approval.approveAlone': 'Allein freigeben',
  'owner.needsSecond':
    'Ein anderer Eigentümer muss dies zuerst freigeben. Alle Eigentümer erhalten eine E-Mail.',
  'owner.waits': 'Anfrage gesendet. Ein anderer Eigentümer muss sie freigeben.',
  'owner.showRequest': 'Anfrage anzeigen',
  'invite.ownerHelp':
    '{name} beginnt als Leser und wird Eigentümer, sobald ein anderer Eigentümer zugestimmt hat.',
}
