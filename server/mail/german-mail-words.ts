import { accountNoticesGerman } from '#server/mail/account-notices-german.ts'
import type { MailWords } from '#server/mail/dutch-mail-words.ts'

export const germanMailWords: MailWords = {
  layout: {
    view_order: 'Bestellung ansehen',
    terms: 'Allgemeine Geschäftsbedingungen',
    returns: 'Rücksendung',
    privacy: 'Datenschutz',
    chamber_of_commerce: 'Handelsregister {number}',
    vat: 'USt-IdNr. {number}',
  },
  gifts: {
    order_number: 'Bestellnummer {order_number}',
    point: '1 Punkt',
    points: '{points} Punkte',
    total: 'Summe',
    paid_points: 'Mit Punkten bezahlt',
    paid_card: 'Mit Karte bezahlt, inklusive MwSt.',
    of_which_vat: 'Davon MwSt.',
  },
  delivery: {
    title: 'Lieferung',
    home: 'Lieferung nach Hause',
    pickup: 'Zur Abholung an einer Abholstelle',
    company: 'Lieferung an Ihre Organisation',
    email: 'Per E-Mail',
    standard: 'Standardversand',
    window: '{day}, zwischen {from} und {to} Uhr',
    days: 'Zwischen {day} und {last_day}',
  },
  rights: {
    undo: 'Bis {time} Uhr am {date} können Sie Ihre Bestellung noch ändern oder stornieren.',
    withdraw:
      'Sie können Ihren Kauf innerhalb von 14 Tagen nach Erhalt ohne Angabe von Gründen widerrufen, und zwar auf der Seite Ihrer Bestellung.',
    where: 'Ändern, stornieren oder widerrufen',
  },
  'order-confirmation': {
    subject: 'Wir haben die Bestellung {order_number} erhalten',
    heading: 'Vielen Dank für Ihre Bestellung, {first_name}!',
    intro: 'Wir haben Ihre Bestellung vom {date} erhalten. Das haben Sie ausgesucht:',
    digital_consent:
      'Sie haben um sofortige Lieferung Ihres digitalen Geschenks gebeten und wissen, dass Ihr Widerrufsrecht damit erlischt.',
  },
  'order-shipped': {
    subject: 'Die Bestellung {order_number} ist unterwegs',
    subject_part: 'Ein Teil der Bestellung {order_number} ist unterwegs',
    heading: 'Ihre Bestellung ist unterwegs, {first_name}!',
    heading_part: 'Ein Teil Ihrer Bestellung ist unterwegs, {first_name}!',
    intro: 'Diese Geschenke wurden versendet:',
    unsaid: 'Welche Ihrer Geschenke in diesem Paket sind, wurde uns nicht mitgeteilt.',
    rest: 'Die anderen Geschenke dieser Bestellung kommen getrennt.',
    parcels: 'Sendung verfolgen',
  },
  'order-delivered': {
    subject: 'Die Bestellung {order_number} ist zugestellt',
    subject_part: 'Ein Paket der Bestellung {order_number} ist zugestellt',
    heading: 'Ihr Paket ist da, {first_name}',
    intro: 'Das war darin:',
    missing:
      'Nicht gefunden? Fragen Sie erst in der Nachbarschaft und sagen Sie uns dann Bescheid: Wir kümmern uns darum.',
  },
  'digital-gift': {
    subject: 'Ihr digitales Geschenk aus der Bestellung {order_number}',
    heading: 'Wir bereiten Ihr digitales Geschenk vor, {first_name}',
    intro:
      'Sie erhalten es in einer eigenen E-Mail an {email}. Sie brauchen dafür nichts mehr zu tun.',
  },
  'digital-codes': {
    subject: 'Ihr digitales Geschenk aus der Bestellung {order_number}',
    heading: 'Ihr digitales Geschenk ist da, {first_name}',
    intro: 'Bewahren Sie diese E-Mail gut auf: Damit lösen Sie Ihr Geschenk ein.',
    code: 'Code',
    pin: 'PIN',
    attached: 'Sie finden es als PDF im Anhang dieser E-Mail.',
    rest: 'Codes für {name}: {count} von {total}. Der Rest kommt in einer eigenen E-Mail, sobald er da ist.',
    again: 'Sie finden es auch jederzeit bei Ihrer Bestellung im Shop.',
    document_for: 'Für {name}',
    document_made: 'Bestellung {order_number}, {date}',
    document_reference: 'Referenz {reference}',
    document_file: 'geschenk',
  },
  'digital-waits': {
    subject: 'Ihr digitales Geschenk aus der Bestellung {order_number} kommt später',
    subject_part: 'Bestellung {order_number}: Ein Teil Ihrer Codes kommt später',
    heading: 'Ihr digitales Geschenk kommt später, {first_name}',
    heading_part: 'Ein Teil Ihrer Codes kommt später, {first_name}',
    intro:
      'Die Codes für dieses Geschenk sind im Moment vergriffen. Wir besorgen neue und schicken, was noch fehlt, an {email}, sobald es da ist.',
    nothing_to_do: 'Sie brauchen nichts zu tun. Ihre Bestellung bleibt bestehen.',
  },
  'order-changed': {
    subject: 'Die Bestellung {order_number} wurde geändert',
    heading: 'Ihre Bestellung wurde geändert, {first_name}',
    intro: 'So sieht Ihre Bestellung jetzt aus:',
  },
  'order-cancelled': {
    subject: 'Die Bestellung {order_number} wurde storniert',
    heading: 'Ihre Bestellung wurde storniert, {first_name}',
    intro: 'Diese Geschenke werden nicht versendet:',
    intro_reopened:
      'Diese Geschenke liegen wieder in Ihrem Geschenkkorb. Sie werden erst versendet, wenn Sie erneut bestellen:',
    points_back: 'Zurück auf Ihre Geschenkkarte',
    voucher_ended:
      'Die Geschenkkarte ist inzwischen abgelaufen: Diese Punkte sind darauf, lassen sich aber im Moment nicht einlösen. Antworten Sie auf diese E-Mail, dann sieht unser Kundenservice mit Ihnen nach.',
    money_back: 'Zurück auf Ihr Konto',
    money_when: 'Das Geld ist meist innerhalb weniger Werktage auf Ihrem Konto.',
  },
  'order-credited': {
    subject: 'Gutschrift zu Bestellung {order_number}',
    heading: 'Sie bekommen etwas zurück, {first_name}',
    intro: 'Für diese Geschenke Ihrer Bestellung erstatten wir:',
    stopped: 'Wir versenden diese Geschenke nicht mehr.',
  },
  'withdrawal-receipt': {
    subject: 'Eingangsbestätigung Ihres Widerrufs {withdrawal_number}',
    heading: 'Wir haben Ihren Widerruf erhalten, {first_name}',
    intro:
      'Am {date} um {time} Uhr haben Sie den Kauf dieser Geschenke aus der Bestellung {order_number} widerrufen:',
    number: 'Widerruf {withdrawal_number}',
    reason: 'Ihre Anmerkung: {reason}',
    credit_points: 'Sie erhalten zurück in Punkten',
    credit_money: 'Sie erhalten zurück in Euro',
    return:
      'Bitte senden Sie die Geschenke innerhalb von 14 Tagen ab heute zurück. Sobald sie bei uns sind, erstatten wir, was oben steht.',
    return_unsent:
      'Was noch nicht versendet ist, muss nur zurück, wenn es doch noch kommt: Nehmen Sie das Paket dann nicht an, oder senden Sie es innerhalb von 14 Tagen nach Erhalt zurück. Sobald es bei uns ist oder feststeht, dass nichts kommt, erstatten wir, was oben steht.',
    return_nothing: 'Sie brauchen nichts zurückzusenden: Wir erstatten, was oben steht.',
    how: 'So senden Sie sie zurück',
  },
  'choose-again': {
    subject: 'Neue Wahl zur Bestellung {order_number}',
    heading: 'Ein Geschenk kann nicht geliefert werden, {first_name}',
    sold_out: 'Dieses Geschenk ist nach Ihrer Bestellung ausverkauft:',
    declined: 'Der Lieferant kann dieses Geschenk nicht liefern:',
    lost: 'Das Paket mit diesem Geschenk ist verloren gegangen:',
    refused: 'Das Paket mit diesem Geschenk kam unzugestellt zurück:',
    what: 'Sie können ein anderes Geschenk für gleich viele Punkte wählen oder Ihre Punkte zurückbekommen. Das kostet Sie nichts.',
    until:
      'Sie können bis einschließlich {date} wählen. Wählen Sie nichts, bekommen Sie von selbst zurück, was es gekostet hat.',
    button: 'Anderes Geschenk wählen',
    subject_nothing: 'Ein Geschenk der Bestellung {order_number} kann nicht geliefert werden',
    nothing:
      'Für gleich viele Punkte gibt es im Moment kein anderes Geschenk. Sie bekommen zurück, was es gekostet hat: sofort, wenn Sie das wählen, sonst von selbst nach dem {date}.',
    button_of: '{what}: {name}',
    button_nothing: 'Punkte zurückbekommen',
    heading_several: 'Geschenke können nicht geliefert werden, {first_name}',
    declined_several: 'Der Lieferant kann diese Geschenke nicht liefern:',
    lost_several: 'Das Paket mit diesen Geschenken ist verloren gegangen:',
    refused_several: 'Das Paket mit diesen Geschenken kam unzugestellt zurück:',
    what_several:
      'Sie können für jedes ein anderes Geschenk für gleich viele Punkte wählen oder Ihre Punkte zurückbekommen. Das kostet Sie nichts.',
  },
  'choose-again-reminder': {
    subject: 'Noch ist Zeit: neue Wahl zur Bestellung {order_number}',
    heading: 'Sie können noch wählen, {first_name}',
    intro: 'Wir haben Ihnen geschrieben, dass dieses Geschenk nicht geliefert werden kann:',
    intro_several:
      'Wir haben Ihnen geschrieben, dass diese Geschenke nicht geliefert werden können:',
  },
  'chosen-again': {
    subject: 'Das kommt stattdessen zur Bestellung {order_number}',
    subject_kept: 'Zur Bestellung {order_number} brauchen Sie nichts anderes zu wählen',
    heading: 'Das ist geregelt, {first_name}',
    intro: 'Dieses Geschenk wird versendet:',
    after_all: 'Dieses Geschenk kann doch geliefert werden und wird versendet:',
    on_its_way: 'Dieses Geschenk ist doch zu Ihnen unterwegs:',
    was_found: 'Dieses Geschenk wurde doch gefunden und zugestellt:',
  },
  'supplier-order': {
    subject: 'Lieferung zur Bestellung {order_number}',
    heading: 'Eine neue Bestellung zur Lieferung',
    intro: 'Bitte senden Sie diese Artikel direkt an den Empfänger.',
    article: 'Artikel {sku}',
    recipient: 'Empfänger',
    telephone: 'Telefon {telephone}',
    privacy: 'Bitte verwenden Sie diese Angaben nur für diese Lieferung.',
  },
  'purchase-order': {
    subject: 'Bestellung {number} zur Lieferung',
    heading: 'Eine neue Bestellung zur Lieferung',
    intro:
      'Bitte senden Sie diese Artikel. Wohin, steht auf der Seite; bestätigen Sie dort, melden Sie den Versand, oder sagen Sie, was nicht geht.',
    button: 'Bestellung öffnen',
    private: 'Der Link ist nur für Sie und öffnet nur diese Bestellung.',
  },
  'purchase-reminder': {
    subject: 'Erinnerung: Bestellung {number} zur Lieferung',
    heading: 'Wir haben noch nichts gehört',
    intro: 'Bitte sagen Sie uns, ob das versendet wurde oder nicht lieferbar ist.',
  },
  'purchase-withdrawn': {
    subject: 'Bestellung {number}: nicht mehr benötigt',
    heading: 'Das muss nicht mehr versendet werden',
    intro: 'Was wir bei Ihnen bestellt haben, wird nicht mehr benötigt:',
    already:
      'Ist es schon unterwegs? Dann sagen Sie uns bitte gleich Bescheid, mit einer Antwort auf diese E-Mail oder telefonisch.',
  },
  'staff-invitation': {
    subject: 'Sie sind zum Giftpoint-Desk eingeladen',
    heading: 'Willkommen, {name}',
    intro: '{name} hat Ihnen Zugang zum Giftpoint-Desk gegeben.',
    accept: 'Passwort wählen',
    until: 'Der Link gilt bis {time} Uhr am {date}, und nur einmal.',
  },
  'employer-invitation': {
    subject: 'Die Seite von {employer} bei Giftpoint',
    heading: 'Willkommen, {name}',
    intro:
      '{name} hat Ihnen Zugang zur Seite von {employer} gegeben: wie es um Ihr Geschenk steht, wer es bekommt und was Sie sehen und nicht sehen können.',
    accept: 'Passwort wählen',
    until: 'Der Link gilt bis {time} Uhr am {date}, und nur einmal.',
  },
  'password-reset': {
    subject: 'Wählen Sie ein neues Passwort',
    heading: 'Guten Tag {name}',
    intro: 'Sie möchten ein neues Passwort wählen. Verwenden Sie dafür diesen Link.',
    accept: 'Passwort wählen',
    until: 'Der Link funktioniert einmal, bis {time} Uhr am {date}.',
    unasked:
      'Haben Sie das nicht angefordert? Dann müssen Sie nichts tun. Ihr Passwort bleibt unverändert.',
  },
  'account-notice': accountNoticesGerman,
  'voucher-letter': {
    title: 'Geschenkbriefe',
    heading: 'Suchen Sie sich etwas aus',
    greeting: 'Guten Tag {name},',
    greeting_unknown: 'Für Sie,',
    intro:
      'Dieser Geschenkgutschein ist {points} wert. Wählen Sie in unserem Shop, was Ihnen gefällt.',
    given_by: 'Von {name}',
    code: 'Ihr Code',
    where: 'Scannen Sie den Code oder geben Sie ihn auf {site} ein.',
    until: 'Gültig bis einschließlich {date}.',
    step1: 'Umsehen',
    step1_text: 'Den Code scannen oder eintippen.',
    step2: 'Aussuchen',
    step2_text: 'Ein großes Geschenk oder mehrere kleine.',
    step3: 'Liefern lassen',
    step3_text: 'Nach Hause oder an eine Abholstelle.',
    help: 'Brauchen Sie Hilfe? {contact}',
    lost: 'Code verloren? Wir erstellen einen neuen; dieser gilt dann nicht mehr.',
    keep: 'Wer diesen Brief hat, hat das Geschenk. Geben Sie den Code oder ein Foto davon niemandem.',
    reference: 'Serie {batch}, Brief {place} von {count}',
  },
  'voucher-invitation': {
    subject: 'Ein Geschenk wartet auf Sie',
    subject_from: 'Ein Geschenk von {name}',
    heading: 'Suchen Sie sich etwas aus',
    greeting: 'Guten Tag {name},',
    greeting_unknown: 'Für Sie,',
    intro:
      'Es gibt ein Geschenk für Sie: {points} für unseren Shop. Suchen Sie sich aus, was Ihnen gefällt.',
    given_by: 'Von {name}',
    open: 'Geschenk auspacken',
    by_hand: 'Oder gehen Sie auf {site} und geben Sie Ihren Code ein:',
    until: 'Gültig bis einschließlich {date}.',
    keep: 'Wer diese E-Mail hat, hat das Geschenk. Leiten Sie sie an niemanden weiter.',
    newest: 'Haben Sie diese E-Mail mehrmals bekommen? Dann gilt nur der Code in der neuesten.',
    help: 'Brauchen Sie Hilfe? {contact}',
  },
  'voucher-reminder': {
    subject: 'Ihr Geschenk wartet noch auf Sie',
    heading: 'Ihr Geschenk wartet noch auf Sie',
    intro: 'Sie haben noch {points}, einzulösen bis einschließlich {date}.',
    in_mail: 'Ihr Code steht in der E-Mail, die wir Ihnen am {date} geschickt haben.',
    in_letter: 'Ihr Code steht in dem Brief, den Sie bekommen haben.',
    open: 'Zum Shop',
    lost: 'Code verloren? Antworten Sie auf diese E-Mail. Unser Kundenservice macht dann einen neuen für Sie; der alte gilt danach nicht mehr.',
    stop: 'Bitte keine Erinnerungen mehr',
    stop_title: 'Keine Erinnerungen mehr?',
    stop_text: 'Ihr Geschenk bleibt gültig. Wir erinnern Sie nur nicht mehr daran.',
    stop_button: 'Nicht mehr erinnern',
    stopped_title: 'Keine Erinnerungen mehr',
    stopped_text: 'Wir schicken Ihnen keine Erinnerungen mehr. Ihr Geschenk bleibt gültig.',
  },
  'voucher-ended': {
    subject: 'Ihr Geschenk ist abgelaufen',
    heading: 'Ihr Geschenk ist abgelaufen',
    intro:
      'Es galt bis einschließlich {date}. Was davon übrig war ({points}), lässt sich nicht mehr einlösen.',
    ask: 'Stimmt das nicht, oder gab es einen Grund? Antworten Sie auf diese E-Mail, dann sieht unser Kundenservice mit Ihnen nach.',
  },
  'acted-for': {
    subject: 'Wir sind für Sie im Shop',
    heading: 'Unser Kundenservice hilft Ihnen im Shop',
    intro:
      'Am {date} um {time} Uhr kommt jemand aus unserem Kundenservice an Ihrer Stelle in den Shop, längstens bis {until} Uhr.',
    reason: 'Der Grund: {reason}',
    unasked:
      'Haben Sie nicht darum gebeten? Antworten Sie auf diese E-Mail. Was getan wurde, steht auf der Seite Ihrer Bestellungen.',
  },
  'service-received': {
    subject: 'Wir haben Ihre Anfrage erhalten',
    heading: 'Wir haben Ihre Anfrage erhalten',
    intro:
      'Jemand aus unserem Kundenservice liest sie und antwortet Ihnen per E-Mail. Sie brauchen nichts weiter zu tun.',
    number:
      'Ihre Anfrage hat die Nummer {request}. Möchten Sie etwas ergänzen? Antworten Sie auf diese E-Mail.',
  },
  'service-answer': {
    subject: 'Antwort auf Ihre Anfrage: {subject}',
    heading: 'Eine Antwort unseres Kundenservice',
    wrote: 'Sie schrieben am {date}',
    more: 'Haben Sie dazu noch eine Frage? Antworten Sie auf diese E-Mail.',
  },
  'service-request': {
    subject: 'Anfrage {request}: {subject}',
    heading: 'Eine Anfrage an den Kundenservice',
    intro: 'Eine Antwort auf diese E-Mail geht an {email}.',
    channel: 'Shop: {channel}',
    latest_order: 'Letzte Bestellung: {order_number}',
  },
}
