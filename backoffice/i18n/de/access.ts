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
  'approval.kind.batch.code-file':
    'Serie {subject}: Codes im Wert von {points} Punkten herunterladen',
  'approval.kind.batch.code-mails':
    'Serie {subject}: Codes im Wert von {points} Punkten per E-Mail versenden',
  'codes.above':
    'Diese Codes sind {points} Punkte wert. Allein können Sie innerhalb von 24 Stunden noch Codes im Wert von {alone} Punkten ausgeben. Eine zweite Person muss dies freigeben.',
  'codes.ask': 'Freigabe anfragen',
  'codes.askHelp':
    'Sobald eine zweite Person die Anfrage freigegeben hat, können Sie die Codes sieben Tage lang herunterladen.',
  'codes.askMailsHelp':
    'Die E-Mails werden versendet, sobald eine zweite Person die Anfrage freigegeben hat.',
  'codes.asked':
    '{name} hat die Freigabe angefragt, um Codes im Wert von {points} Punkten auszugeben. Eine zweite Person muss dies freigeben.',
  'codes.askedDone': 'Freigabe angefragt.',
  'codes.needApproval':
    'Codes von mehr als 25.000 Punkten in 24 Stunden muss eine zweite Person freigeben. Fragen Sie die Freigabe auf der Seite der Serie an.',
  'codes.limit':
    'Sie haben in den letzten 24 Stunden Codes im Wert von 25.000 Punkten ausgegeben. Bitten Sie jemanden aus dem Team darum oder versuchen Sie es später erneut.',
  'approval.kind.owner.make': '{subject} zum Eigentümer machen',
  'approval.kind.owner.reset': 'Zugang des Eigentümers {subject} zurücksetzen',
  'approval.refused.new-owner':
    'Dies wurde angefragt, bevor Sie Eigentümer wurden oder Ihr Zugang zurückgesetzt wurde. Ein anderer Eigentümer muss es freigeben.',
  'approval.refused.made-colleague':
    'Sie haben diese Person weniger als sieben Tage vor der Anfrage hinzugefügt oder ihr ihre Rolle gegeben. Ein anderer Eigentümer muss die Anfrage freigeben.',
  'approval.refused.approve-later':
    'Sie können dies noch nicht freigeben. Die Seite zeigt, ab wann es möglich ist.',
  'approval.from': 'Sie können dies ab {time} freigeben.',
  'approval.aloneHelp':
    'Es gibt keinen zweiten Eigentümer. Sie können diese Anfrage, Ihre eigene oder die einer Person, die Sie vor weniger als sieben Tagen hinzugefügt haben, nach 24 Stunden freigeben, wenn Sie sich erneut anmelden. Alle Eigentümer erhalten eine E-Mail, und das Protokoll vermerkt, dass Sie allein freigegeben haben.',
  'approval.alone': 'Ohne zweite Person freigegeben, weil es keinen anderen Eigentümer gab.',
  'approval.approveAlone': 'Allein freigeben',
  'owner.needsSecond':
    'Ein anderer Eigentümer muss dies zuerst freigeben. Alle Eigentümer erhalten eine E-Mail.',
  'owner.waits': 'Anfrage gesendet. Ein anderer Eigentümer muss sie freigeben.',
  'owner.showRequest': 'Anfrage anzeigen',
  'invite.ownerHelp':
    '{name} beginnt als Leser und wird Eigentümer, sobald ein anderer Eigentümer zugestimmt hat.',
  'factor.app': 'Authenticator-App',
  'factor.appHelp':
    'Eine App auf Ihrem Telefon zeigt einen Code. Sie geben ihn nach Ihrem Passwort ein.',
  'factor.setUp': 'Zwei-Faktor-Authentifizierung',
  'factor.setUpWhy':
    'Ihre Rolle verlangt bei der Anmeldung einen zweiten Nachweis. Richten Sie eine Authenticator-App oder einen Passkey ein, um fortzufahren.',
  'factor.show': 'Zweiten Faktor verwenden',
  'factor.showWhy':
    'Ihr Konto hat einen zweiten Faktor. Ihre Rolle verlangt ihn bei der Anmeldung.',
  'factor.showApp':
    'Melden Sie sich ab. Melden Sie sich dann mit Ihrem Passwort und dem Code aus Ihrer App an.',
  'factor.lost':
    'Haben Sie ihn nicht mehr? Bitten Sie einen Eigentümer, Ihren Zugang zu beenden und Sie neu einzuladen.',
  'factor.refused.needed':
    'Ihre Rolle verlangt Zwei-Faktor-Authentifizierung. Richten Sie sie ein oder melden Sie sich mit dem vorhandenen Faktor an.',
  'factor.refused.last':
    'Ihre Rolle verlangt Zwei-Faktor-Authentifizierung, und dies ist Ihr letzter Faktor. Fügen Sie zuerst einen anderen hinzu.',
  'action.recovery-codes.saved': 'Wiederherstellungscodes gespeichert',
  'recovery.copy': 'Codes kopieren',
  'recovery.copied': 'Codes kopiert.',
  'recovery.print': 'Codes drucken',
  'recovery.unsaved':
    'Sie haben nicht bestätigt, dass Sie Ihre Wiederherstellungscodes gespeichert haben. Erstellen Sie neue Codes und speichern Sie sie.',
  'apiTokens.title': 'API-Tokens',
  'apiTokens.counted': 'ein API-Token|{count} API-Tokens',
  'apiTokens.search': 'Token oder Inhaber',
  'apiTokens.owner': 'Inhaber',
  'apiTokens.permissions': 'Rechte',
  'apiTokens.created': 'Erstellt',
  'apiTokens.lastUsed': 'Zuletzt verwendet',
  'apiTokens.never': 'nie',
  'apiTokens.expires': 'Läuft ab',
  'apiTokens.active': 'aktiv',
  'apiTokens.ended': 'beendet',
  'apiTokens.end': 'Ein API-Token beenden|{count} API-Tokens beenden',
  'apiTokens.endTitle': 'API-Tokens beenden',
  'apiTokens.endHelp':
    'Programme, die diese Tokens verwenden, verlieren sofort den Zugriff. Das lässt sich nicht rückgängig machen. Jeder Inhaber erhält eine E-Mail.',
  'apiTokens.endedNow': 'Ein API-Token beendet.|{count} API-Tokens beendet.',
  'apiTokens.empty': 'Noch keine API-Tokens',
  'apiTokens.emptyHelp':
    'Mitarbeitende erstellen API-Tokens unter „Mein Konto“. Hier sehen Sie alle und können jedes beenden.',
}
