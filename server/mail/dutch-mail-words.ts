export const dutchMailWords = {
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
  'order-confirmation': {
    subject: 'We hebben bestelling {order_number} ontvangen',
    heading: 'Bedankt voor je bestelling, {first_name}!',
    intro: 'We hebben je bestelling van {date} ontvangen. Dit heb je gekozen:',
    digital_consent:
      'Je hebt gevraagd om directe levering van je digitale cadeau en weet dat je herroepingsrecht daarmee vervalt.',
  },
  'order-shipped': {
    subject: 'Bestelling {order_number} is onderweg',
    heading: 'Je bestelling is onderweg, {first_name}!',
    intro: 'Deze cadeaus hebben ons magazijn verlaten:',
    parcels: 'Volg je pakket',
  },
  'digital-gift': {
    subject: 'Je digitale cadeau van bestelling {order_number}',
    heading: 'We maken je digitale cadeau klaar, {first_name}',
    intro:
      'Je ontvangt het op {email}, in een aparte e-mail. Je hoeft daar niets meer voor te doen.',
  },
  'supplier-order': {
    subject: 'Levering voor bestelling {order_number}',
    heading: 'Een nieuwe bestelling om te leveren',
    intro: 'Wilt u deze artikelen rechtstreeks aan de ontvanger sturen?',
    article: 'Artikel {sku}',
    recipient: 'Ontvanger',
    telephone: 'Telefoon {telephone}',
    privacy: 'Gebruik deze gegevens alleen voor deze levering.',
  },
  'service-request': {
    subject: 'Vraag {request}: {subject}',
    heading: 'Een vraag aan de klantenservice',
    intro: 'Een antwoord op deze e-mail gaat naar {email}.',
    channel: 'Winkel: {channel}',
    latest_order: 'Laatste bestelling: {order_number}',
  },
}
