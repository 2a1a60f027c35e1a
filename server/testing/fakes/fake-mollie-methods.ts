import {
  documentationLink,
  hal,
  link,
  problem,
} from '#server/testing/fakes/fake-mollie-responses.ts'
import type { FakeAnswer } from '#server/testing/fakes/fake-service.ts'

/** The methods of this account. Mollie answers 403 for the other known ones. */
const ENABLED: Record<string, string> = {
  creditcard: 'Card',
  ideal: 'iDEAL',
  banktransfer: 'Bank transfer',
}

export const KNOWN_METHODS: readonly string[] =
  'alma applepay bacs bancomatpay bancontact banktransfer belfius billie bizum blik creditcard directdebit eps giftcard ideal in3 kbc klarna mbway mobilepay multibanco mybank paybybank paypal paysafecard pointofsale przelewy24 riverty satispay swish trustly twint vipps voucher'.split(
    ' ',
  )

export function methodsAnswer(url: string, id: string | undefined): FakeAnswer {
  if (id === undefined) {
    const methods = Object.keys(ENABLED).map((id) => methodJson(url, id))
    return hal(200, {
      count: methods.length,
      _embedded: { methods },
      _links: { self: link(`${url}/v2/methods`), ...documentationLink('list-methods') },
    })
  }
  if (Object.hasOwn(ENABLED, id)) return hal(200, methodJson(url, id))
  return KNOWN_METHODS.includes(id)
    ? problem(403, 'The payment method is not active on your website profile')
    : problem(404, `No payment method exists with id ${id}.`)
}

function methodJson(url: string, id: string) {
  const iconUrl = (file: string) => `${url}/external/icons/${id}${file}`
  return {
    resource: 'method',
    id,
    description: ENABLED[id],
    minimumAmount: { currency: 'EUR', value: '0.01' },
    maximumAmount: { currency: 'EUR', value: '10000.00' },
    image: { size1x: iconUrl('.png'), size2x: iconUrl('@2x.png'), svg: iconUrl('.svg') },
    status: 'activated',
    _links: { self: link(`${url}/v2/methods/${id}`), ...documentationLink('get-method') },
  }
}
