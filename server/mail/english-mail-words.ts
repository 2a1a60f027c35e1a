import type { MailWords } from '#server/mail/dutch-mail-words.ts'

export const englishMailWords: MailWords = {
  layout: {
    view_order: 'View your order',
    terms: 'Terms and conditions',
    returns: 'Returns',
    privacy: 'Privacy',
    chamber_of_commerce: 'Chamber of commerce {number}',
    vat: 'VAT {number}',
  },
  gifts: {
    order_number: 'Order number {order_number}',
    point: '1 point',
    points: '{points} points',
    total: 'Total',
    paid_points: 'Paid with points',
    paid_card: 'Paid by card, including VAT',
    of_which_vat: 'Of which VAT',
  },
  delivery: {
    title: 'Delivery',
    home: 'Delivered to your home',
    pickup: 'To be collected at a pickup point',
    company: 'Delivered to your organisation',
    email: 'By e-mail',
    standard: 'Standard shipment',
    window: '{day}, between {from} and {to}',
    days: 'Between {day} and {last_day}',
  },
  rights: {
    undo: 'You can still change or cancel your order until {time} on {date}.',
    withdraw:
      'You may withdraw from your purchase within 14 days of receiving it, without giving a reason. You do so on the page of your order.',
    where: 'Change, cancel or withdraw',
  },
  'order-confirmation': {
    subject: 'We have received order {order_number}',
    heading: 'Thank you for your order, {first_name}!',
    intro: 'We have received your order of {date}. This is what you chose:',
    digital_consent:
      'You asked for immediate delivery of your digital gift and know that this ends your right of withdrawal.',
  },
  'order-shipped': {
    subject: 'Order {order_number} is on its way',
    heading: 'Your order is on its way, {first_name}!',
    intro: 'These gifts have left our warehouse:',
    parcels: 'Follow your parcel',
  },
  'digital-gift': {
    subject: 'Your digital gift of order {order_number}',
    heading: 'We are preparing your digital gift, {first_name}',
    intro:
      'You will receive it at {email}, in a separate e-mail. There is nothing more you have to do.',
  },
  'order-changed': {
    subject: 'Order {order_number} has been changed',
    heading: 'Your order has been changed, {first_name}',
    intro: 'This is how your order stands now:',
  },
  'order-cancelled': {
    subject: 'Order {order_number} has been cancelled',
    heading: 'Your order has been cancelled, {first_name}',
    intro: 'These gifts will not be sent:',
    intro_reopened:
      'These gifts are back in your basket. They will only be sent once you order again:',
    points_back: 'Back on your gift card',
    money_back: 'Back on your account',
    money_when: 'The money usually reaches your account within a few working days.',
  },
  'order-credited': {
    subject: 'You get something back for order {order_number}',
    heading: 'You get something back, {first_name}',
    intro: 'For these gifts of your order we give back:',
  },
  'withdrawal-receipt': {
    subject: 'Receipt of your withdrawal {withdrawal_number}',
    heading: 'We have received your withdrawal, {first_name}',
    intro:
      'On {date} at {time} you withdrew from the purchase of these gifts of order {order_number}:',
    number: 'Withdrawal {withdrawal_number}',
    reason: 'Your note: {reason}',
    credit_points: 'You will get back in points',
    credit_money: 'You will get back in euros',
    return:
      'Please send the gifts back within 14 days from today. As soon as they have reached us, we give back what is stated above.',
    how: 'How to send them back',
  },
  'choose-again': {
    subject: 'Choose something else for order {order_number}',
    heading: 'A gift cannot come, {first_name}',
    sold_out: 'This gift sold out after you ordered it:',
    declined: 'The supplier cannot deliver this gift:',
    lost: 'The parcel with this gift was lost:',
    refused: 'The parcel with this gift came back undelivered:',
    what: 'Choose another gift for the same points, or get your points back. It costs you nothing.',
    until:
      'You can choose until the end of {date}. If you choose nothing, you get back what it cost without doing anything.',
    button: 'Choose another gift',
  },
  'choose-again-reminder': {
    subject: 'Still time: choose something else for order {order_number}',
    heading: 'You can still choose, {first_name}',
    intro: 'We wrote to you that this gift cannot come:',
  },
  'chosen-again': {
    subject: 'What comes instead with order {order_number}',
    heading: 'That is arranged, {first_name}',
    intro: 'This gift will be sent:',
    after_all: 'This gift can come after all and will be sent:',
  },
  'supplier-order': {
    subject: 'Delivery for order {order_number}',
    heading: 'A new order to deliver',
    intro: 'Please send these articles directly to the recipient.',
    article: 'Article {sku}',
    recipient: 'Recipient',
    telephone: 'Telephone {telephone}',
    privacy: 'Please use these details for this delivery only.',
  },
  'purchase-order': {
    subject: 'Purchase order {number}',
    heading: 'A new order to deliver',
    intro:
      'This is what we ask you to send. The page says where to; confirm there, say what was sent, or what cannot be.',
    button: 'Open the order',
    private: 'The link is for you alone and opens this order only.',
  },
  'purchase-reminder': {
    subject: 'Reminder: purchase order {number}',
    heading: 'We have not heard from you yet',
    intro: 'Will you let us know whether this was sent, or that it cannot be?',
  },
  'staff-invitation': {
    subject: 'You are invited to the Giftpoint desk',
    heading: 'Welcome, {name}',
    intro: '{name} has given you access to the Giftpoint desk.',
    accept: 'Choose your password',
    until: 'The link works until {time} on {date}, and once.',
  },
  'voucher-letter': {
    title: 'Gift letters',
    heading: 'Choose something you like',
    greeting: 'Dear {name},',
    greeting_unknown: 'For you,',
    intro: 'This gift voucher is worth {points}. Choose what you like in our shop.',
    given_by: 'From {name}',
    code: 'Your code',
    where: 'Scan the code, or go to {site} and type it in.',
    until: 'Valid until {date}.',
    step1: 'Look around',
    step1_text: 'Scan the code or type it in.',
    step2: 'Choose',
    step2_text: 'One large gift or a few small ones.',
    step3: 'Have it delivered',
    step3_text: 'At home or at a pickup point.',
    help: 'Need help? {contact}',
    lost: 'Lost your code? We make a new one, and this one stops working.',
    keep: 'Whoever has this letter has the gift. Give the code, or a picture of it, to nobody.',
    reference: 'Batch {batch}, letter {place} of {count}',
  },
  'acted-for': {
    subject: 'We are in the shop for you',
    heading: 'Our service helps you in the shop',
    intro:
      'On {date} at {time} a colleague of our service comes into the shop in your place, until {until} at the latest.',
    reason: 'The reason: {reason}',
    unasked:
      'Did you not ask for this? Reply to this e-mail. What was done stands on the page of your orders.',
  },
  'service-request': {
    subject: 'Question {request}: {subject}',
    heading: 'A question to customer service',
    intro: 'A reply to this e-mail goes to {email}.',
    channel: 'Shop: {channel}',
    latest_order: 'Latest order: {order_number}',
  },
}
