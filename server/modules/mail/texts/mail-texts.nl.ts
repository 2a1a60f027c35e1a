import type { MailText } from '#domain/mail/mails.ts'
import { accountNoticesDutch } from '#server/modules/mail/texts/account-notices.nl.ts'

export const dutchMailTexts = {
  layout: {
    view_order: 'Bekijk je bestelling',
    terms: 'Algemene voorwaarden',
    returns: 'Retourneren',
    privacy: 'Privacy',
    chamber_of_commerce: 'KvK {number}',
    vat: 'Btw {number}',
  },
  gifts: {
    order_number: 'Bestelnummer {order_number}',
    point: '1 punt',
    points: '{points} punten',
    total: 'Totaal',
    paid_points: 'Betaald met punten',
    paid_card: 'Betaald met kaart, inclusief btw',
    of_which_vat: 'Waarvan btw',
  },
  delivery: {
    title: 'Bezorging',
    home: 'Thuisbezorgd',
    pickup: 'Af te halen bij een afhaalpunt',
    company: 'Bezorgd bij je organisatie',
    email: 'Per e-mail',
    standard: 'Standaardverzending',
    window: '{day}, tussen {from} en {to} uur',
    days: 'Tussen {day} en {last_day}',
  },
  rights: {
    undo: 'Tot {time} uur op {date} kun je je bestelling nog wijzigen of annuleren.',
    withdraw:
      'Je mag je aankoop tot 14 dagen na ontvangst zonder opgave van reden herroepen. Dat doe je op de pagina van je bestelling.',
    where: 'Wijzigen, annuleren of herroepen',
  },
  'order-confirmation': {
    subject: 'We hebben bestelling {order_number} ontvangen',
    heading: 'Bedankt voor je bestelling, {first_name}!',
    intro: 'We hebben je bestelling van {date} ontvangen. Dit heb je gekozen:',
    digital_consent:
      'Je hebt gevraagd om directe levering van je digitale cadeau en weet dat je herroepingsrecht daarmee vervalt.',
  },
  'order-shipped': {
    subject: 'Bestelling {order_number} is onderweg',
    subject_part: 'Een deel van bestelling {order_number} is onderweg',
    heading: 'Je bestelling is onderweg, {first_name}!',
    heading_part: 'Een deel van je bestelling is onderweg, {first_name}!',
    intro: 'Deze cadeaus zijn verstuurd:',
    unsaid: 'Welke van je cadeaus in dit pakket zitten, is ons niet doorgegeven.',
    rest: 'De andere cadeaus van deze bestelling komen apart.',
    parcels: 'Volg je pakket',
  },
  'order-delivered': {
    subject: 'Bestelling {order_number} is bezorgd',
    subject_part: 'Een pakket van bestelling {order_number} is bezorgd',
    heading: 'Je pakket is er, {first_name}',
    intro: 'Dit zat erin:',
    missing:
      'Niet gevonden? Kijk eerst bij je buren en laat het ons dan weten: wij zoeken het uit.',
  },
  'digital-gift': {
    subject: 'Je digitale cadeau van bestelling {order_number}',
    heading: 'We maken je digitale cadeau klaar, {first_name}',
    intro:
      'Je ontvangt het op {email}, in een aparte e-mail. Je hoeft daar niets meer voor te doen.',
  },
  'digital-codes': {
    subject: 'Je digitale cadeau van bestelling {order_number}',
    heading: 'Je digitale cadeau is er, {first_name}',
    intro: 'Bewaar deze mail goed: hiermee gebruik je je cadeau.',
    code: 'Code',
    pin: 'Pincode',
    attached: 'Je vindt het als pdf bij deze mail.',
    rest: 'Codes voor {name}: {count} van {total}. De rest komt in een aparte mail, zodra die er is.',
    again: 'Je vindt het ook altijd terug bij je bestelling in de winkel.',
    document_for: 'Voor {name}',
    document_made: 'Bestelling {order_number}, {date}',
    document_reference: 'Kenmerk {reference}',
    document_file: 'cadeau',
  },
  'digital-waits': {
    subject: 'Je digitale cadeau van bestelling {order_number} komt later',
    subject_part: 'Bestelling {order_number}: een deel van je codes komt later',
    heading: 'Je digitale cadeau komt later, {first_name}',
    heading_part: 'Een deel van je codes komt later, {first_name}',
    intro:
      'De codes voor dit cadeau zijn op dit moment op. We regelen nieuwe en mailen wat er nog komt naar {email} zodra het er is.',
    nothing_to_do: 'Je hoeft niets te doen. Je bestelling blijft gewoon staan.',
  },
  'order-changed': {
    subject: 'Bestelling {order_number} is gewijzigd',
    heading: 'Je bestelling is gewijzigd, {first_name}',
    intro: 'Zo staat je bestelling er nu voor:',
  },
  'order-cancelled': {
    subject: 'Bestelling {order_number} is geannuleerd',
    heading: 'Je bestelling is geannuleerd, {first_name}',
    intro: 'Deze cadeaus worden niet verstuurd:',
    intro_reopened:
      'Deze cadeaus liggen weer in je cadeaumand. Ze worden pas verstuurd als je opnieuw bestelt:',
    points_back: 'Terug op je cadeaukaart',
    voucher_ended:
      'De cadeaukaart is intussen verlopen: deze punten staan erop, maar je kunt ze nu niet gebruiken. Beantwoord deze e-mail, dan kijkt onze klantenservice met je mee.',
    money_back: 'Terug op je rekening',
    money_when: 'Het geld staat meestal binnen enkele werkdagen op je rekening.',
  },
  'order-credited': {
    subject: 'Je krijgt iets terug voor bestelling {order_number}',
    heading: 'Je krijgt iets terug, {first_name}',
    intro: 'Voor deze cadeaus van je bestelling geven we terug:',
    stopped: 'We versturen deze cadeaus niet meer.',
  },
  'withdrawal-receipt': {
    subject: 'Ontvangstbevestiging van je herroeping {withdrawal_number}',
    heading: 'We hebben je herroeping ontvangen, {first_name}',
    intro:
      'Op {date} om {time} uur heb je de aankoop van deze cadeaus uit bestelling {order_number} herroepen:',
    number: 'Herroeping {withdrawal_number}',
    reason: 'Jouw toelichting: {reason}',
    credit_points: 'Je krijgt terug in punten',
    credit_money: 'Je krijgt terug in euro’s',
    return:
      'Stuur de cadeaus binnen 14 dagen na vandaag terug. Zodra ze bij ons zijn, boeken we terug wat hierboven staat.',
    return_unsent:
      'Wat nog niet verstuurd is, hoeft alleen terug als het toch nog komt: weiger het pakket dan, of stuur het binnen 14 dagen na ontvangst terug. Zodra het bij ons is, of vaststaat dat er niets komt, boeken we terug wat hierboven staat.',
    return_nothing: 'Je hoeft niets terug te sturen: we boeken terug wat hierboven staat.',
    how: 'Zo stuur je ze terug',
  },
  'choose-again': {
    subject: 'Kies iets anders voor bestelling {order_number}',
    heading: 'Een cadeau kan niet komen, {first_name}',
    sold_out: 'Dit cadeau is na je bestelling uitverkocht:',
    declined: 'De leverancier kan dit cadeau niet leveren:',
    lost: 'Het pakket met dit cadeau is zoekgeraakt:',
    refused: 'Het pakket met dit cadeau kwam onbezorgd terug:',
    what: 'Kies een ander cadeau voor evenveel punten, of krijg je punten terug. Het kost je niets.',
    until:
      'Je kunt kiezen tot en met {date}. Kies je niets, dan krijg je vanzelf terug wat het kostte.',
    button: 'Kies een ander cadeau',
    subject_nothing: 'Een cadeau van bestelling {order_number} kan niet komen',
    nothing:
      'Er is nu geen ander cadeau voor evenveel punten. Je krijgt terug wat het kostte: meteen als je daarvoor kiest, en anders vanzelf na {date}.',
    button_of: '{what}: {name}',
    button_nothing: 'Krijg je punten terug',
    heading_several: 'Cadeaus kunnen niet komen, {first_name}',
    declined_several: 'De leverancier kan deze cadeaus niet leveren:',
    lost_several: 'Het pakket met deze cadeaus is zoekgeraakt:',
    refused_several: 'Het pakket met deze cadeaus kwam onbezorgd terug:',
    what_several:
      'Kies voor elk een ander cadeau voor evenveel punten, of krijg je punten terug. Het kost je niets.',
  },
  'choose-again-reminder': {
    subject: 'Nog even tijd: kies iets anders voor bestelling {order_number}',
    heading: 'Je kunt nog kiezen, {first_name}',
    intro: 'We schreven je dat dit cadeau niet kan komen:',
    intro_several: 'We schreven je dat deze cadeaus niet kunnen komen:',
  },
  'chosen-again': {
    subject: 'Dit komt er in de plaats bij bestelling {order_number}',
    subject_kept: 'Je hoeft niets anders te kiezen bij bestelling {order_number}',
    heading: 'Dat is geregeld, {first_name}',
    intro: 'Dit cadeau wordt verstuurd:',
    after_all: 'Dit cadeau kan toch komen en wordt verstuurd:',
    on_its_way: 'Dit cadeau is toch gewoon naar je onderweg:',
    was_found: 'Dit cadeau is toch gevonden en bezorgd:',
  },
  'supplier-order': {
    subject: 'Levering voor bestelling {order_number}',
    heading: 'Een nieuwe bestelling om te leveren',
    intro: 'Wil je deze artikelen rechtstreeks aan de ontvanger sturen?',
    article: 'Artikel {sku}',
    recipient: 'Ontvanger',
    telephone: 'Telefoon {telephone}',
    privacy: 'Gebruik deze gegevens alleen voor deze levering.',
  },
  'purchase-order': {
    subject: 'Inkooporder {number}',
    heading: 'Een nieuwe bestelling om te leveren',
    intro:
      'Dit vragen we je te sturen. Op de pagina staat waarheen; bevestig daar, meld de verzending, of zeg wat niet kan.',
    button: 'Open de bestelling',
    private: 'De link is alleen voor jou en opent alleen deze bestelling.',
  },
  'purchase-reminder': {
    subject: 'Herinnering: inkooporder {number}',
    heading: 'We hebben nog niets gehoord',
    intro: 'Wil je laten weten of dit verstuurd is, of dat het niet kan?',
  },
  'purchase-withdrawn': {
    subject: 'Inkooporder {number}: niet meer nodig',
    heading: 'Dit hoeft niet meer verstuurd te worden',
    intro: 'Wat we je vroegen is niet meer nodig:',
    already:
      'Is het al onderweg? Laat het ons dan meteen weten, met een antwoord op deze mail of per telefoon.',
  },
  'staff-invitation': {
    subject: 'Je bent uitgenodigd bij de balie van Giftpoint',
    heading: 'Welkom, {name}',
    intro: '{name} heeft je toegang gegeven tot de balie van Giftpoint.',
    accept: 'Kies je wachtwoord',
    until: 'De link werkt tot {time} uur op {date}, en één keer.',
  },
  'employer-invitation': {
    subject: 'De pagina van {employer} bij Giftpoint',
    heading: 'Welkom, {name}',
    intro:
      '{name} heeft je toegang gegeven tot de pagina van {employer}: hoe het met jullie cadeau gaat, wie het krijgt, en wat jullie wel en niet te zien krijgen.',
    accept: 'Kies je wachtwoord',
    until: 'De link werkt tot {time} uur op {date}, en één keer.',
  },
  'password-reset': {
    subject: 'Kies een nieuw wachtwoord',
    heading: 'Hallo {name}',
    intro: 'Je hebt gevraagd om een nieuw wachtwoord te kiezen. Dat doe je via deze link.',
    accept: 'Kies een wachtwoord',
    until: 'De link werkt één keer, tot {time} uur op {date}.',
    unasked:
      'Heb je hier niet om gevraagd? Dan hoef je niets te doen. Je wachtwoord blijft zoals het is.',
  },
  'account-notice': accountNoticesDutch,
  'voucher-letter': {
    title: 'Cadeaubrieven',
    heading: 'Je mag iets uitkiezen',
    greeting: 'Beste {name},',
    greeting_unknown: 'Voor jou,',
    intro: 'Deze cadeaubon is {points} waard. Kies in onze winkel wat je leuk vindt.',
    given_by: 'Van {name}',
    code: 'Je code',
    where: 'Scan de code, of ga naar {site} en typ hem in.',
    until: 'Geldig tot en met {date}.',
    step1: 'Kijk rond',
    step1_text: 'Scan de code of typ hem in.',
    step2: 'Kies',
    step2_text: 'Eén groot cadeau of een paar kleine.',
    step3: 'Laat bezorgen',
    step3_text: 'Thuis of bij een afhaalpunt.',
    help: 'Hulp nodig? {contact}',
    lost: 'Code kwijt? Dan maken we een nieuwe; deze werkt dan niet meer.',
    keep: 'Wie deze brief heeft, heeft het cadeau. Geef de code of een foto ervan aan niemand.',
    reference: 'Serie {batch}, brief {place} van {count}',
  },
  'voucher-invitation': {
    subject: 'Er is een cadeau voor je',
    subject_from: 'Een cadeau van {name}',
    heading: 'Je mag iets uitkiezen',
    greeting: 'Beste {name},',
    greeting_unknown: 'Voor jou,',
    intro:
      'Er is een cadeau voor je: {points} om te besteden in onze winkel. Kies wat je leuk vindt.',
    given_by: 'Van {name}',
    open: 'Pak je cadeau uit',
    by_hand: 'Of ga naar {site} en typ je code in:',
    until: 'Geldig tot en met {date}.',
    keep: 'Wie deze e-mail heeft, heeft het cadeau. Stuur hem aan niemand door.',
    newest: 'Kreeg je deze e-mail vaker? Dan werkt alleen de code in de nieuwste.',
    help: 'Hulp nodig? {contact}',
  },
  'voucher-reminder': {
    subject: 'Je cadeau wacht nog op je',
    heading: 'Je cadeau wacht nog op je',
    intro: 'Je hebt nog {points} om te besteden. Dat kan tot en met {date}.',
    in_mail: 'Je code staat in de e-mail die we je op {date} stuurden.',
    in_letter: 'Je code staat in de brief die je hebt gekregen.',
    open: 'Naar de winkel',
    lost: 'Code kwijt? Beantwoord deze e-mail. Onze klantenservice maakt dan een nieuwe voor je; de oude werkt daarna niet meer.',
    stop: 'Stuur mij geen herinneringen meer',
    stop_title: 'Geen herinneringen meer?',
    stop_text: 'Je cadeau blijft geldig. We herinneren je er alleen niet meer aan.',
    stop_button: 'Stop met herinneren',
    stopped_title: 'Geen herinneringen meer',
    stopped_text: 'We sturen je geen herinneringen meer. Je cadeau blijft geldig.',
  },
  'voucher-ended': {
    subject: 'Je cadeau is verlopen',
    heading: 'Je cadeau is verlopen',
    intro:
      'Het was geldig tot en met {date}. Wat er nog op stond ({points}) kun je niet meer gebruiken.',
    ask: 'Klopt dat niet, of was er een reden? Beantwoord deze e-mail, dan kijkt onze klantenservice met je mee.',
  },
  'acting-summary': {
    subject: 'Gedaan voor ontvangers op {date}',
    intro: 'Dit hebben collega’s op {date} voor ontvangers gedaan.',
    row: '{name}, voucher {voucher}',
    ordered: 'Besteld voor {points}: {numbers}',
    visited: 'In de winkel geweest als de ontvanger, niets besteld',
    given: '{points} met de hand gegeven',
    replaced: 'Nieuwe code gekregen in plaats van een kwijtgeraakte',
    more: 'En nog {count} regels. Je vindt alles in het logboek.',
    together: 'Samen: {spent} besteed aan bestellingen, {given} met de hand gegeven.',
    open: 'Open het logboek',
  },
  'acted-for': {
    subject: 'Wij zijn voor je in de winkel',
    heading: 'Onze klantenservice helpt je in de winkel',
    intro:
      'Op {date} om {time} uur komt een medewerker van onze klantenservice voor jou in de winkel, uiterlijk tot {until} uur.',
    reason: 'De reden: {reason}',
    unasked:
      'Heb je hier niet om gevraagd? Beantwoord dan deze e-mail. Wat er is gedaan staat op de pagina met je bestellingen.',
  },
  'service-received': {
    subject: 'We hebben je vraag ontvangen',
    heading: 'We hebben je vraag ontvangen',
    intro:
      'Een medewerker van onze klantenservice leest je vraag en antwoordt je per e-mail. Je hoeft verder niets te doen.',
    number:
      'Je vraag heeft nummer {request}. Wil je er iets aan toevoegen? Beantwoord dan deze e-mail.',
  },
  'service-answer': {
    subject: 'Antwoord op je vraag: {subject}',
    heading: 'Een antwoord van onze klantenservice',
    wrote: 'Jij schreef op {date}',
    more: 'Heb je hier nog een vraag over? Beantwoord dan deze e-mail.',
  },
  'service-request': {
    subject: 'Vraag {request}: {subject}',
    heading: 'Een vraag aan de klantenservice',
    intro: 'Een antwoord op deze e-mail gaat naar {email}.',
    channel: 'Winkel: {channel}',
    latest_order: 'Laatste bestelling: {order_number}',
  },
} satisfies Record<MailText, Record<string, string>>

type Dutch = typeof dutchMailTexts
/** The same parts and keys in every language. */
export type MailTexts = { [Part in keyof Dutch]: Record<keyof Dutch[Part], string> }
