import type { MailWords } from '#server/mail/dutch-mail-words.ts'

export const frenchMailWords: MailWords = {
  layout: {
    view_order: 'Voir votre commande',
    terms: 'Conditions générales',
    returns: 'Retours',
    privacy: 'Confidentialité',
    chamber_of_commerce: 'Registre du commerce {number}',
    vat: 'TVA {number}',
  },
  gifts: {
    order_number: 'Numéro de commande {order_number}',
    point: '1 point',
    points: '{points} points',
    total: 'Total',
    paid_points: 'Payé en points',
    paid_card: 'Payé par carte, TVA comprise',
    of_which_vat: 'Dont TVA',
  },
  delivery: {
    title: 'Livraison',
    home: 'Livré à votre domicile',
    pickup: 'À retirer dans un point relais',
    company: 'Livré à votre organisation',
    email: 'Par e-mail',
    standard: 'Livraison standard',
    window: '{day}, entre {from} et {to}',
    days: 'Entre le {day} et le {last_day}',
  },
  rights: {
    undo: 'Jusqu’au {date} à {time}, vous pouvez encore modifier ou annuler votre commande.',
    withdraw:
      'Vous pouvez vous rétracter de votre achat dans les 14 jours suivant la réception, sans donner de motif, sur la page de votre commande.',
    where: 'Modifier, annuler ou se rétracter',
  },
  'order-confirmation': {
    subject: 'Nous avons bien reçu la commande {order_number}',
    heading: 'Merci pour votre commande, {first_name} !',
    intro: 'Nous avons bien reçu votre commande du {date}. Voici votre choix :',
    digital_consent:
      'Vous avez demandé la livraison immédiate de votre cadeau numérique et savez que cela met fin à votre droit de rétractation.',
  },
  'order-shipped': {
    subject: 'La commande {order_number} est en route',
    heading: 'Votre commande est en route, {first_name} !',
    intro: 'Ces cadeaux ont quitté notre entrepôt :',
    parcels: 'Suivre votre colis',
  },
  'digital-gift': {
    subject: 'Votre cadeau numérique de la commande {order_number}',
    heading: 'Nous préparons votre cadeau numérique, {first_name}',
    intro:
      'Vous le recevrez à l’adresse {email}, dans un e-mail séparé. Vous n’avez plus rien à faire.',
  },
  'order-changed': {
    subject: 'La commande {order_number} a été modifiée',
    heading: 'Votre commande a été modifiée, {first_name}',
    intro: 'Voici votre commande telle qu’elle est à présent :',
  },
  'order-cancelled': {
    subject: 'La commande {order_number} a été annulée',
    heading: 'Votre commande a été annulée, {first_name}',
    intro: 'Ces cadeaux ne seront pas envoyés :',
    intro_reopened:
      'Ces cadeaux sont de retour dans votre panier. Ils ne seront envoyés que lorsque vous aurez commandé à nouveau :',
    points_back: 'De retour sur votre carte cadeau',
    money_back: 'De retour sur votre compte',
    money_when: 'L’argent arrive en général sur votre compte en quelques jours ouvrables.',
  },
  'order-credited': {
    subject: 'Un avoir pour la commande {order_number}',
    heading: 'Nous vous rendons une partie, {first_name}',
    intro: 'Pour ces cadeaux de votre commande, nous vous rendons :',
  },
  'withdrawal-receipt': {
    subject: 'Accusé de réception de votre rétractation {withdrawal_number}',
    heading: 'Nous avons bien reçu votre rétractation, {first_name}',
    intro:
      'Le {date} à {time}, vous vous êtes rétracté de l’achat de ces cadeaux de la commande {order_number} :',
    number: 'Rétractation {withdrawal_number}',
    reason: 'Votre remarque : {reason}',
    credit_points: 'Vous récupérez en points',
    credit_money: 'Vous récupérez en euros',
    return:
      'Merci de renvoyer les cadeaux dans les 14 jours à compter d’aujourd’hui. Dès qu’ils nous seront parvenus, nous vous rendrons ce qui est indiqué ci-dessus.',
    how: 'Comment les renvoyer',
  },
  'choose-again': {
    subject: 'Faites un autre choix pour la commande {order_number}',
    heading: 'Un cadeau ne peut pas venir, {first_name}',
    sold_out: 'Ce cadeau a été épuisé après votre commande :',
    declined: 'Le fournisseur ne peut pas livrer ce cadeau :',
    lost: 'Le colis contenant ce cadeau a été perdu :',
    refused: 'Le colis contenant ce cadeau est revenu sans avoir été livré :',
    what: 'Choisissez un autre cadeau pour autant de points, ou récupérez vos points. Cela ne vous coûte rien.',
    until:
      'Vous pouvez choisir jusqu’au {date} inclus. Sans choix de votre part, ce qu’il a coûté vous est rendu automatiquement.',
    button: 'Choisir un autre cadeau',
  },
  'choose-again-reminder': {
    subject: 'Il est encore temps : un autre choix pour la commande {order_number}',
    heading: 'Vous pouvez encore choisir, {first_name}',
    intro: 'Nous vous avons écrit que ce cadeau ne peut pas venir :',
  },
  'chosen-again': {
    subject: 'Ce qui vient à la place dans la commande {order_number}',
    heading: 'C’est réglé, {first_name}',
    intro: 'Ce cadeau va être envoyé :',
    after_all: 'Ce cadeau peut finalement venir et va être envoyé :',
  },
  'supplier-order': {
    subject: 'Livraison pour la commande {order_number}',
    heading: 'Une nouvelle commande à livrer',
    intro: 'Merci d’envoyer ces articles directement au destinataire.',
    article: 'Article {sku}',
    recipient: 'Destinataire',
    telephone: 'Téléphone {telephone}',
    privacy: 'Merci de n’utiliser ces données que pour cette livraison.',
  },
  'purchase-order': {
    subject: 'Bon de commande {number}',
    heading: 'Une nouvelle commande à livrer',
    intro:
      'Voici ce que nous vous demandons d’envoyer. La page dit où ; confirmez-y, signalez l’envoi, ou dites ce qui n’est pas possible.',
    button: 'Ouvrir la commande',
    private: 'Le lien est pour vous seul et n’ouvre que cette commande.',
  },
  'purchase-reminder': {
    subject: 'Rappel : bon de commande {number}',
    heading: 'Nous n’avons pas encore de nouvelles',
    intro: 'Pouvez-vous nous dire si ceci a été envoyé, ou si ce n’est pas possible ?',
  },
  'staff-invitation': {
    subject: 'Vous êtes invité au bureau Giftpoint',
    heading: 'Bienvenue, {name}',
    intro: '{name} vous a donné accès au bureau Giftpoint.',
    accept: 'Choisissez votre mot de passe',
    until: 'Le lien est valable jusqu’au {date} à {time}, une seule fois.',
  },
  'voucher-letter': {
    title: 'Lettres cadeaux',
    heading: 'Choisissez ce qui vous plaît',
    greeting: 'Bonjour {name},',
    greeting_unknown: 'Pour vous,',
    intro: 'Ce bon cadeau vaut {points}. Choisissez ce qui vous plaît dans notre boutique.',
    given_by: 'De la part de {name}',
    code: 'Votre code',
    where: 'Scannez le code, ou saisissez-le sur {site}.',
    until: 'Valable jusqu’au {date} inclus.',
    step1: 'Regardez',
    step1_text: 'Scannez le code ou saisissez-le.',
    step2: 'Choisissez',
    step2_text: 'Un grand cadeau ou plusieurs petits.',
    step3: 'Faites livrer',
    step3_text: 'Chez vous ou dans un point relais.',
    help: 'Besoin d’aide ? {contact}',
    lost: 'Code perdu ? Nous en créons un nouveau ; celui-ci ne fonctionnera plus.',
    keep: 'Qui a cette lettre a le cadeau. Ne donnez le code, ni sa photo, à personne.',
    reference: 'Série {batch}, lettre {place} sur {count}',
  },
  'acted-for': {
    subject: 'Nous sommes dans la boutique pour vous',
    heading: 'Notre service clients vous aide dans la boutique',
    intro:
      'Le {date} à {time}, une personne de notre service clients entre dans la boutique à votre place, jusqu’à {until} au plus tard.',
    reason: 'La raison : {reason}',
    unasked:
      'Vous ne l’avez pas demandé ? Répondez à cet e-mail. Ce qui a été fait figure sur la page de vos commandes.',
  },
  'service-request': {
    subject: 'Question {request} : {subject}',
    heading: 'Une question au service client',
    intro: 'Une réponse à cet e-mail est envoyée à {email}.',
    channel: 'Boutique : {channel}',
    latest_order: 'Dernière commande : {order_number}',
  },
}
