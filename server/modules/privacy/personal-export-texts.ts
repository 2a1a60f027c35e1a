import type { MailToHolder } from '#domain/mail/mails.ts'
import type { Language } from '#domain/language.ts'

/** In Dutch, English, German and French. */
type Said = readonly [nl: string, en: string, de: string, fr: string]
type PageTexts = Readonly<Record<string, Said>>

/** Labels of the fields in the file; other fields use their key. */
const NAMES: PageTexts = {
  about: ['Over bestelling', 'About order', 'Zu Bestellung', 'Au sujet de la commande'],
  added_at: ['Toegevoegd op', 'Added on', 'Hinzugefügt am', 'Ajouté le'],
  addition: ['Toevoeging', 'Addition', 'Zusatz', 'Complément'],
  address: ['Adres', 'Address', 'Adresse', 'Adresse'],
  article: ['Artikel', 'Article', 'Artikel', 'Article'],
  at: ['Wanneer', 'When', 'Wann', 'Quand'],
  brand: ['Merk', 'Brand', 'Marke', 'Marque'],
  carrier: ['Bezorger', 'Carrier', 'Zusteller', 'Transporteur'],
  cents: ['Bedrag', 'Amount', 'Betrag', 'Montant'],
  changed_at: ['Gewijzigd op', 'Changed on', 'Geändert am', 'Modifié le'],
  channel: ['Winkel', 'Shop', 'Shop', 'Boutique'],
  city: ['Plaats', 'City', 'Ort', 'Ville'],
  code: ['Volgcode', 'Tracking code', 'Sendungsnummer', 'Numéro de suivi'],
  code_ends: ['Code eindigt op', 'Code ends in', 'Code endet auf', 'Le code finit par'],
  company: ['Bedrijf', 'Company', 'Firma', 'Société'],
  country: ['Land', 'Country', 'Land', 'Pays'],
  delivery: ['Bezorging', 'Delivery', 'Lieferung', 'Livraison'],
  department: ['Afdeling', 'Department', 'Abteilung', 'Service'],
  email: ['E-mailadres', 'Email address', 'E-Mail-Adresse', 'Adresse e-mail'],
  firstName: ['Voornaam', 'First name', 'Vorname', 'Prénom'],
  first_name: ['Voornaam', 'First name', 'Vorname', 'Prénom'],
  from: ['Van', 'From', 'Von', 'De'],
  gifts: ['Cadeaus', 'Gifts', 'Geschenke', 'Cadeaux'],
  given_back: ['Teruggegeven', 'Given back', 'Erstattet', 'Remboursé'],
  history: ['Wat er gebeurde', 'What happened', 'Was geschah', 'Ce qui s’est passé'],
  home: ['Huisadres', 'Home address', 'Hausadresse', 'Adresse du domicile'],
  houseNumber: ['Huisnummer', 'House number', 'Hausnummer', 'Numéro'],
  kind: ['Soort', 'Kind', 'Art', 'Type'],
  language: ['Taal', 'Language', 'Sprache', 'Langue'],
  line: ['Extra regel', 'Extra line', 'Zusatzzeile', 'Ligne supplémentaire'],
  link: ['Volgen', 'Tracking', 'Verfolgen', 'Suivi'],
  mail: ['E-mail', 'Email', 'E-Mail', 'E-mail'],
  mailed_at: ['Gemaild op', 'Mailed on', 'Gemailt am', 'Envoyé par e-mail le'],
  name: ['Naam', 'Name', 'Name', 'Nom'],
  no_reminders_since: [
    'Geen herinneringen sinds',
    'No reminders since',
    'Keine Erinnerungen seit',
    'Plus de rappels depuis',
  ],
  number: ['Nummer', 'Number', 'Nummer', 'Numéro'],
  order: ['Bestelling', 'Order', 'Bestellung', 'Commande'],
  parcels: ['Pakketten', 'Parcels', 'Pakete', 'Colis'],
  person: ['Wie bestelde', 'Who ordered', 'Wer bestellte', 'Qui a commandé'],
  pieces: ['Aantal', 'Pieces', 'Anzahl', 'Quantité'],
  placed_at: ['Besteld op', 'Ordered on', 'Bestellt am', 'Commandé le'],
  point: ['Afhaalpunt', 'Pick-up point', 'Abholpunkt', 'Point de retrait'],
  points: ['Punten', 'Points', 'Punkte', 'Points'],
  points_expired: ['Vervallen punten', 'Points expired', 'Verfallene Punkte', 'Points expirés'],
  points_granted: ['Gekregen punten', 'Points received', 'Erhaltene Punkte', 'Points reçus'],
  points_left: ['Punten over', 'Points left', 'Übrige Punkte', 'Points restants'],
  points_spent: ['Bestede punten', 'Points spent', 'Ausgegebene Punkte', 'Points dépensés'],
  postalCode: ['Postcode', 'Postal code', 'Postleitzahl', 'Code postal'],
  prefix: ['Tussenvoegsel', 'Prefix', 'Namenszusatz', 'Particule'],
  reason: ['Reden', 'Reason', 'Grund', 'Raison'],
  reminded_at: ['Herinnerd op', 'Reminded on', 'Erinnert am', 'Rappel envoyé le'],
  returned: ['Kwam terug', 'Came back', 'Kam zurück', 'Revenu'],
  salutation: ['Aanhef', 'Salutation', 'Anrede', 'Formule d’appel'],
  state: ['Stand', 'State', 'Stand', 'État'],
  street: ['Straat', 'Street', 'Straße', 'Rue'],
  subject: ['Onderwerp', 'Subject', 'Betreff', 'Objet'],
  surname: ['Achternaam', 'Surname', 'Nachname', 'Nom'],
  telephone: ['Telefoon', 'Telephone', 'Telefon', 'Téléphone'],
  text: ['Tekst', 'Text', 'Text', 'Texte'],
  to: ['Aan', 'To', 'An', 'À'],
  until: ['Tot', 'Until', 'Bis', 'Jusqu’à'],
  valid_from: ['Geldig vanaf', 'Valid from', 'Gültig ab', 'Valable à partir du'],
  valid_until: ['Geldig tot en met', 'Valid until', 'Gültig bis', 'Valable jusqu’au'],
  variant: ['Uitvoering', 'Variant', 'Ausführung', 'Variante'],
  verified: ['Adres gecontroleerd', 'Address checked', 'Adresse geprüft', 'Adresse vérifiée'],
  what: ['Wat', 'What', 'Was', 'Quoi'],
  words: ['Toelichting', 'PageTexts', 'Erläuterung', 'Précision'],
}

/**
 * Fields of the file that only programs need, such as carrier codes and the place and opening hours of a pickup
 * point.
 */
const FOR_PROGRAMS: ReadonlySet<string> = new Set([
  'shipperCode',
  'options',
  'distanceMeters',
  'openingTimes',
  'latitude',
  'longitude',
])

const STATES: PageTexts = {
  placed: ['Geplaatst', 'Placed', 'Bestellt', 'Passée'],
  released: ['In behandeling', 'Being prepared', 'In Bearbeitung', 'En préparation'],
  shipped: ['Onderweg', 'On its way', 'Unterwegs', 'En route'],
  delivered: ['Bezorgd', 'Delivered', 'Zugestellt', 'Livré'],
  cancelled: ['Geannuleerd', 'Cancelled', 'Storniert', 'Annulé'],
  sent: ['Verstuurd', 'Sent', 'Versendet', 'Envoyé'],
  lost: ['Zoekgeraakt', 'Lost', 'Verloren', 'Perdu'],
  refused: ['Niet aangenomen', 'Not accepted', 'Nicht angenommen', 'Non accepté'],
  queued: ['Wacht op verzending', 'Waiting to be sent', 'Wartet auf Versand', 'En attente d’envoi'],
  replaced: [
    'Vervangen door een nieuwere',
    'Replaced by a newer one',
    'Durch eine neuere ersetzt',
    'Remplacé par un plus récent',
  ],
  creating: ['Begonnen', 'Begun', 'Begonnen', 'Commencé'],
  open: ['Open', 'Open', 'Offen', 'En cours'],
  pending: ['In behandeling', 'Pending', 'In Bearbeitung', 'En attente'],
  paid: ['Betaald', 'Paid', 'Bezahlt', 'Payé'],
  canceled: ['Afgebroken', 'Cancelled', 'Abgebrochen', 'Abandonné'],
  expired: ['Verlopen', 'Expired', 'Abgelaufen', 'Expiré'],
  failed: ['Mislukt', 'Failed', 'Fehlgeschlagen', 'Échoué'],
}

const KINDS: PageTexts = {
  home: ['Thuis bezorgd', 'Brought home', 'Nach Hause', 'À domicile'],
  pickup: [
    'Afgehaald bij een punt',
    'Picked up at a point',
    'Am Abholpunkt',
    'En point de retrait',
  ],
  company: [
    'Bij het bedrijf bezorgd',
    'Brought to the company',
    'In die Firma',
    'Dans l’entreprise',
  ],
  digital: ['Per e-mail', 'By e-mail', 'Per E-Mail', 'Par e-mail'],
  own: ['Medewerker', 'Employee', 'Mitarbeitende', 'Membre du personnel'],
  former: ['Oud-medewerker', 'Former employee', 'Ehemalige', 'Ancien membre du personnel'],
  hired: ['Ingehuurd', 'Hired', 'Fremdkraft', 'Intérimaire'],
  relation: ['Relatie', 'Business contact', 'Geschäftspartner', 'Relation'],
}

const MAIL: PageTexts = {
  none: ['Niet gemaild', 'Not mailed', 'Nicht gemailt', 'Pas envoyé'],
  waiting: [
    'Wacht op verzending',
    'Waiting to be sent',
    'Wartet auf Versand',
    'En attente d’envoi',
  ],
  sent: ['Verstuurd', 'Sent', 'Versendet', 'Envoyé'],
  bounced: ['Kwam terug', 'Came back', 'Kam zurück', 'Revenu'],
  revoked: ['Ingetrokken', 'Revoked', 'Zurückgezogen', 'Retiré'],
}

const LEDGER: PageTexts = {
  grant: ['Gekregen', 'Received', 'Erhalten', 'Reçus'],
  reserve: ['Vastgehouden', 'Held', 'Zurückgelegt', 'Réservés'],
  capture: ['Besteed', 'Spent', 'Ausgegeben', 'Dépensés'],
  release: ['Weer vrij', 'Free again', 'Wieder frei', 'Libérés'],
  refund: ['Teruggegeven', 'Given back', 'Erstattet', 'Rendus'],
  expire: ['Vervallen', 'Expired', 'Verfallen', 'Expirés'],
}

const MAILS: Readonly<Record<MailToHolder | 'service-request' | 'voucher-invitation', Said>> = {
  'order-confirmation': [
    'Bevestiging van de bestelling',
    'Confirmation of the order',
    'Bestätigung der Bestellung',
    'Confirmation de la commande',
  ],
  'order-changed': [
    'Bestelling gewijzigd',
    'Order changed',
    'Bestellung geändert',
    'Commande modifiée',
  ],
  'order-cancelled': [
    'Bestelling geannuleerd',
    'Order cancelled',
    'Bestellung storniert',
    'Commande annulée',
  ],
  'order-shipped': ['Onderweg', 'On its way', 'Unterwegs', 'En route'],
  'order-delivered': ['Bezorgd', 'Delivered', 'Zugestellt', 'Livré'],
  'digital-gift': ['Digitaal cadeau', 'Digital gift', 'Digitales Geschenk', 'Cadeau numérique'],
  'digital-codes': ['Digitaal cadeau', 'Digital gift', 'Digitales Geschenk', 'Cadeau numérique'],
  'digital-waits': [
    'Code komt later',
    'The code comes later',
    'Der Code kommt später',
    'Le code arrive plus tard',
  ],
  'withdrawal-receipt': [
    'Ontvangst van de herroeping',
    'Receipt of the withdrawal',
    'Eingang des Widerrufs',
    'Réception de la rétractation',
  ],
  'order-credited': ['Teruggegeven', 'Given back', 'Erstattet', 'Remboursé'],
  'choose-again': ['Opnieuw kiezen', 'Choose again', 'Neu wählen', 'Choisir à nouveau'],
  'choose-again-reminder': [
    'Herinnering aan de keuze',
    'Reminder of the choice',
    'Erinnerung an die Wahl',
    'Rappel du choix',
  ],
  'chosen-again': ['Opnieuw gekozen', 'Chosen again', 'Neu gewählt', 'Nouveau choix'],
  'service-request': [
    'Vraag aan ons',
    'Question to us',
    'Frage an uns',
    'Question à notre service',
  ],
  'service-received': [
    'Ontvangst van de vraag',
    'Receipt of the question',
    'Eingang der Frage',
    'Réception de la question',
  ],
  'service-answer': [
    'Antwoord van onze klantenservice',
    'Answer of our service',
    'Antwort unseres Kundenservice',
    'Réponse de notre service clients',
  ],
  'acted-for': [
    'Wij deden iets voor je',
    'We did something for you',
    'Wir haben etwas für dich getan',
    'Nous avons agi pour vous',
  ],
  'voucher-reminder': [
    'Herinnering aan de bon',
    'Reminder of the voucher',
    'Erinnerung an den Gutschein',
    'Rappel du bon',
  ],
  'voucher-ended': ['Einde van de bon', 'End of the voucher', 'Ende des Gutscheins', 'Fin du bon'],
  'voucher-invitation': [
    'De bon zelf',
    'The voucher itself',
    'Der Gutschein selbst',
    'Le bon lui-même',
  ],
}

const EVENTS: PageTexts = {
  placed: ['Bestelling ontvangen', 'Order received', 'Bestellung eingegangen', 'Commande reçue'],
  released: ['In behandeling', 'Being prepared', 'In Bearbeitung', 'En préparation'],
  'address-changed': [
    'Gegevens gewijzigd',
    'Details changed',
    'Angaben geändert',
    'Coordonnées modifiées',
  ],
  'delivery-changed': [
    'Bezorging gewijzigd',
    'Delivery changed',
    'Lieferung geändert',
    'Livraison modifiée',
  ],
  cancelled: ['Geannuleerd', 'Cancelled', 'Storniert', 'Annulée'],
  reopened: [
    'Terug in de mand gelegd',
    'Put back into the basket',
    'Zurück in den Korb gelegt',
    'Remise dans le panier',
  ],
  'sent-to-warehouse': [
    'Doorgegeven aan het magazijn',
    'Passed on to the warehouse',
    'An das Lager übergeben',
    'Transmise à l’entrepôt',
  ],
  'changed-at-warehouse': [
    'Gewijzigd bij het magazijn',
    'Changed at the warehouse',
    'Im Lager geändert',
    'Modifiée à l’entrepôt',
  ],
  'warehouse-refused': [
    'Het magazijn nam het niet aan',
    'The warehouse did not accept it',
    'Vom Lager nicht angenommen',
    'Non acceptée par l’entrepôt',
  ],
  received: [
    'Ontvangen door het magazijn',
    'Received by the warehouse',
    'Im Lager eingegangen',
    'Reçue par l’entrepôt',
  ],
  picked: ['Ingepakt', 'Packed', 'Verpackt', 'Emballée'],
  shipped: ['Verstuurd', 'Sent', 'Versendet', 'Expédiée'],
  partly_shipped: ['Deels verstuurd', 'Partly sent', 'Teilweise versendet', 'En partie expédiée'],
  delivered: ['Bezorgd', 'Delivered', 'Zugestellt', 'Livrée'],
  deleted: [
    'Gestopt bij het magazijn',
    'Stopped at the warehouse',
    'Im Lager gestoppt',
    'Arrêtée à l’entrepôt',
  ],
  lost: ['Zoekgeraakt', 'Lost', 'Verloren', 'Perdue'],
  refused: ['Niet aangenomen', 'Not accepted', 'Nicht angenommen', 'Non acceptée'],
  withdrawn: ['Herroepen', 'Withdrawn', 'Widerrufen', 'Rétractation'],
  credited: ['Teruggegeven', 'Given back', 'Erstattet', 'Remboursée'],
  'back-order': ['Niet op voorraad', 'Out of stock', 'Nicht vorrätig', 'En rupture'],
  'digital-sent': [
    'Digitaal cadeau gemaild',
    'Digital gift mailed',
    'Digitales Geschenk gemailt',
    'Cadeau numérique envoyé',
  ],
  'digital-handed': [
    'Digitaal cadeau gestuurd',
    'Digital gift sent',
    'Digitales Geschenk verschickt',
    'Cadeau numérique envoyé',
  ],
  'digital-waits': [
    'Code komt later',
    'The code comes later',
    'Der Code kommt später',
    'Le code arrive plus tard',
  ],
  'supplier-asked': [
    'Gevraagd aan de maker',
    'Asked of the maker',
    'Beim Hersteller angefragt',
    'Demandé au fabricant',
  ],
  'supplier-confirmed': [
    'Bevestigd door de maker',
    'Confirmed by the maker',
    'Vom Hersteller bestätigt',
    'Confirmé par le fabricant',
  ],
  'supplier-sent': [
    'Verstuurd door de maker',
    'Sent by the maker',
    'Vom Hersteller versendet',
    'Envoyé par le fabricant',
  ],
  'supplier-resolved': [
    'Volgcode verbeterd door de maker',
    'Tracking resolved by the maker',
    'Sendungsnummer vom Hersteller berichtigt',
    'Suivi corrigé par le fabricant',
  ],
  'supplier-declined': [
    'De maker kan niet leveren',
    'The maker cannot deliver',
    'Der Hersteller kann nicht liefern',
    'Le fabricant ne peut pas livrer',
  ],
  'supplier-expected': [
    'Naar verwachting bezorgd',
    'Expected to have been delivered',
    'Voraussichtlich geliefert',
    'Sans doute livré',
  ],
  'parcel-sent': [
    'Pakket toch onderweg',
    'Parcel on its way after all',
    'Paket doch unterwegs',
    'Colis finalement en route',
  ],
  'parcel-delivered': ['Pakket bezorgd', 'Parcel delivered', 'Paket zugestellt', 'Colis livré'],
  'parcel-lost': ['Pakket zoekgeraakt', 'Parcel lost', 'Paket verloren', 'Colis perdu'],
  'parcel-refused': ['Pakket kwam terug', 'Parcel came back', 'Paket kam zurück', 'Colis revenu'],
  'fell-away': [
    'Een cadeau kon niet komen',
    'A gift could not come',
    'Ein Geschenk konnte nicht kommen',
    'Un cadeau ne pouvait pas venir',
  ],
  'choice-reminded': [
    'Herinnerd aan de keuze',
    'Reminded of the choice',
    'An die Wahl erinnert',
    'Rappel du choix',
  ],
  'chosen-again': [
    'Iets anders gekozen',
    'Something else chosen',
    'Etwas anderes gewählt',
    'Autre choix',
  ],
  'choice-points-back': [
    'Teruggegeven in plaats van het cadeau',
    'Given back instead of the gift',
    'Statt des Geschenks erstattet',
    'Rendu à la place du cadeau',
  ],
  'choice-default': [
    'Niets gekozen: teruggegeven',
    'Nothing chosen: given back',
    'Nichts gewählt: erstattet',
    'Aucun choix : rendu',
  ],
  'choice-called-off': [
    'Het cadeau kon toch komen',
    'The gift could be delivered after all',
    'Das Geschenk konnte doch geliefert werden',
    'Le cadeau pouvait finalement être livré',
  ],
}

const ACTIONS: PageTexts = {
  'approval.asked': [
    'Aan een tweede collega gevraagd',
    'Asked of a second colleague',
    'Eine zweite Person gefragt',
    'Demandé à une deuxième personne',
  ],
  'approval.approved': [
    'Goedgekeurd door een tweede collega',
    'Approved by a second colleague',
    'Von einer zweiten Person genehmigt',
    'Approuvé par une deuxième personne',
  ],
  'approval.refused': [
    'Afgewezen door een tweede collega',
    'Refused by a second colleague',
    'Von einer zweiten Person abgelehnt',
    'Refusé par une deuxième personne',
  ],
  'approval.withdrawn': [
    'Vraag ingetrokken',
    'Question taken back',
    'Frage zurückgezogen',
    'Demande retirée',
  ],
  'approval.lapsed': [
    'Vraag niet meer nodig',
    'Question no longer needed',
    'Frage nicht mehr nötig',
    'Demande devenue sans objet',
  ],
  'case.noted': ['Notitie gemaakt', 'Note added', 'Notiz gemacht', 'Note ajoutée'],
  'order.noted': ['Notitie gemaakt', 'Note added', 'Notiz gemacht', 'Note ajoutée'],
  'choice.begun': [
    'Gevraagd om opnieuw te kiezen',
    'Asked to choose again',
    'Um neue Wahl gebeten',
    'Nouveau choix demandé',
  ],
  'choice.called-off': [
    'Keuze ingetrokken',
    'Choice called off',
    'Wahl zurückgenommen',
    'Choix annulé',
  ],
  'code.replaced': ['Code vervangen', 'Code replaced', 'Code ersetzt', 'Code remplacé'],
  'credit.proposed': [
    'Teruggave uitgerekend',
    'Credit worked out',
    'Erstattung berechnet',
    'Remboursement calculé',
  ],
  'credit.booked': ['Teruggegeven', 'Given back', 'Erstattet', 'Remboursé'],
  'mail.sent-again': [
    'E-mail opnieuw gestuurd',
    'E-mail sent again',
    'E-Mail erneut gesendet',
    'E-mail renvoyé',
  ],
  'order.address-changed': [
    'Adres gewijzigd',
    'Address changed',
    'Adresse geändert',
    'Adresse modifiée',
  ],
  'order.cancelled': [
    'Bestelling geannuleerd',
    'Order cancelled',
    'Bestellung storniert',
    'Commande annulée',
  ],
  'parcel.marked': [
    'Stand van een pakket ingevuld',
    'State of a parcel entered',
    'Stand eines Pakets eingetragen',
    'État d’un colis saisi',
  ],
  'person.asked': [
    'Gegevens vergeleken met wat je zei',
    'Details compared with what you said',
    'Angaben mit deinen verglichen',
    'Données comparées à vos réponses',
  ],
  'person.shown': [
    'Naam en adres bekeken',
    'Name and address read',
    'Name und Adresse angesehen',
    'Nom et adresse consultés',
  ],
  'person.exported': [
    'Dit overzicht gemaakt',
    'This copy made',
    'Diese Übersicht erstellt',
    'Cette copie établie',
  ],
  'person.erased': ['Gegevens gewist', 'Data erased', 'Daten gelöscht', 'Données effacées'],
  'points.given': ['Punten gegeven', 'Points given', 'Punkte gegeben', 'Points donnés'],
  'points.taken-back': [
    'Punten teruggenomen',
    'Points taken back',
    'Punkte zurückgenommen',
    'Points repris',
  ],
  'purchase.answered': [
    'Antwoord van de maker ingevuld',
    'Answer of the maker entered',
    'Antwort des Herstellers eingetragen',
    'Réponse du fabricant saisie',
  ],
  'purchase.sent-again': [
    'Opnieuw aan de maker gevraagd',
    'Asked of the maker again',
    'Erneut beim Hersteller angefragt',
    'Redemandé au fabricant',
  ],
  'voucher.acted-for': [
    'Iets voor je gedaan',
    'Did something for you',
    'Etwas für dich getan',
    'Agi pour vous',
  ],
  'voucher.blocked': ['Bon geblokkeerd', 'Voucher blocked', 'Gutschein gesperrt', 'Bon bloqué'],
  'voucher.unblocked': [
    'Bon weer vrijgegeven',
    'Voucher unblocked',
    'Gutschein wieder freigegeben',
    'Bon débloqué',
  ],
  'voucher.extended': [
    'Laatste dag gewijzigd',
    'Last day changed',
    'Letzter Tag geändert',
    'Dernier jour modifié',
  ],
  'voucher.expired': ['Bon beëindigd', 'Voucher ended', 'Gutschein beendet', 'Bon terminé'],
  'voucher.undone': ['Ongedaan gemaakt', 'Undone', 'Rückgängig gemacht', 'Annulé'],
  'withdrawal.goods-back': [
    'Cadeaus kwamen terug',
    'Gifts came back',
    'Geschenke kamen zurück',
    'Cadeaux revenus',
  ],
}

const YES_NO: PageTexts = {
  true: ['Ja', 'Yes', 'Ja', 'Oui'],
  false: ['Nee', 'No', 'Nein', 'Non'],
}

/** 'What' means something else in each part of the file. */
const WHATS: Readonly<Record<string, PageTexts>> = {
  history: EVENTS,
  points: LEDGER,
  mails: MAILS,
  actions: ACTIONS,
}

const AT: Readonly<Record<Language, 0 | 1 | 2 | 3>> = { nl: 0, en: 1, de: 2, fr: 3 }

const sayIn = (words: PageTexts, word: string, language: Language): string | undefined =>
  Object.hasOwn(words, word) ? words[word]?.[AT[language]] : undefined

export const hasName = (key: string) => Object.hasOwn(NAMES, key)

/** undefined: it is for programs. What a later version keeps besides is called by its own name. */
export function nameIn(key: string, within: string, language: Language): string | undefined {
  if (FOR_PROGRAMS.has(key)) return undefined
  if (within === 'carrier' || within === 'point') {
    if (key === 'code') return undefined
    if (key === 'to') return sayIn(NAMES, 'until', language)
  }
  return sayIn(NAMES, key, language) ?? asText(key)
}

/** The label of a shop value in the reader's language; undefined for free text. */
export function wordIn(
  { key, part }: { key: string; part: string },
  value: string,
  language: Language,
): string | undefined {
  if (key === 'state') return sayIn(STATES, value, language)
  if (key === 'kind') return sayIn(KINDS, value, language)
  if (key === 'mail') return sayIn(MAIL, value, language)
  if (key === 'verified') return sayIn(YES_NO, value, language)
  // A value in the warehouse's own words has no label.
  if (key === 'what') return sayIn(WHATS[part] ?? {}, value, language) ?? asText(value)
  if (key === 'country') return named('region', value, language)
  if (key === 'language') return named('language', value, language)
  return undefined
}

function named(type: 'region' | 'language', code: string, language: Language) {
  try {
    return new Intl.DisplayNames([language], { type }).of(code)
  } catch {
    // Not a valid code.
    return undefined
  }
}

function asText(key: string): string {
  const words = key.replaceAll(/[._-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
