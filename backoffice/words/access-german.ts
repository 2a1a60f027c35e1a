/** Texts about owners and the requests that another owner approves. */
export const accessGerman = {
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
