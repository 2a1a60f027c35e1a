/** Stopping gifts with a credit, points taken back, and the steps of a new batch. */
export const serviceEnglish = {
  'credit.unsent': 'Not sent yet: {gifts}. Stop sending?',
  'credit.unsentGift': '{count} × {name}',
  'credit.stop': 'Stop sending. The recipient gets the refund only.',
  'credit.goOn': 'Send anyway. The recipient gets the gift and the refund.',
  'credit.unsentBy.supplier': 'The supplier gets an email and no longer sees these gifts.',
  'credit.unsentBy.confirmed':
    'The supplier has already confirmed these gifts and gets an email. Call if it is urgent.',
  'credit.unsentBy.warehouse':
    'The warehouse is asked to leave these gifts out. If it has packed them already, you see that under “Needs a person”.',
  'credit.stopMissing': 'Choose whether these gifts are still sent.',
  'credit.what.unsent': 'Sending of gift {number}',
  'credit.unsentState.warehouse': 'waits at the warehouse',
  'credit.unsentState.supplier': 'waits for the supplier',
  'credit.unsentState.confirmed': 'confirmed by the supplier',
  'order.event.stopped': 'Sending stopped',
}
