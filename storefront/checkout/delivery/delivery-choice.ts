import type { Cart, Timeframe } from '#contract/cart.shop.ts'
import { LOCAL, store, stored, storedJson, storeJson } from '#storefront/storage/browser-storage.ts'
import type { DeliveryOffers } from '#storefront/checkout/delivery/delivery-offers.ts'
import { useStored } from '#storefront/storage/use-stored.ts'

export type ChoiceKind = 'home' | 'pickup'

/** Identifies an offered method by the same fields as the server. */
export type MethodId = {
  shipper_code: string
  code: string
  service_point_code: string
  from: string | null
}

type FormData = { customAddress: boolean; pickupPoint: boolean; homeMethod?: MethodId | null }
type PickupPointData = { selectedOption: MethodId; selectedItem: Timeframe | null }

export type DeliveryChoice = {
  kind: ChoiceKind
  /** The selected method among the current offers: the first until the holder chooses one, null without a valid one. */
  method: Timeframe | null
  chooseKind: (kind: ChoiceKind) => void
  chooseMethod: (method: Timeframe) => void
}

/**
 * Home or a pickup point, stored in local storage under the names of the specification. A browser without stored data
 * starts with the cart's choice on the server.
 */
export function useDeliveryChoice(cart: Cart, offers: DeliveryOffers | undefined): DeliveryChoice {
  // Renders again when either changes, here or in another tab.
  useStored(LOCAL.formData)
  useStored(LOCAL.pickupPointData)
  const isPickupOffered = offers?.mayPickUp ?? true
  const form = readForm(cart)
  const selected = form.pickupPoint ? readPoint(cart) : homeMethodOf(form, cart)

  const kind: ChoiceKind = form.pickupPoint && isPickupOffered ? 'pickup' : 'home'
  const offered = kind === 'pickup' ? offers?.points : offers?.home
  // The earliest time and the nearest point are preselected. A holder whose choice is no longer offered chooses
  // again.
  const method = selected ? findMethod(offered, selected) : (offered?.[0] ?? null)

  const chooseKind = (kind: ChoiceKind) => {
    storeMethod(kind, homeMethodOf(readForm(cart), cart))
    const [nearest] = offers?.points ?? []
    if (kind === 'pickup' && nearest) chooseMethod(nearest)
  }
  const chooseMethod = (method: Timeframe) => {
    const methodId = methodIdOf(method)
    if (method.IsPickupPoint) {
      storeJson(LOCAL.pickupPointData, {
        selectedOption: methodId,
        selectedItem: method,
      } satisfies PickupPointData)
    } else storeMethod('home', methodId)
  }
  return { kind, method, chooseKind, chooseMethod }
}

/** The point is stored only while pickup is selected. Other remembered form data stays. */
function storeMethod(kind: ChoiceKind, homeMethod: MethodId | null | undefined) {
  storeJson(LOCAL.formData, {
    ...(storedJson(LOCAL.formData) as object | null),
    customAddress: kind === 'home',
    pickupPoint: kind === 'pickup',
    ...(homeMethod === undefined ? {} : { homeMethod }),
  } satisfies FormData)
  if (kind === 'home') store(LOCAL.pickupPointData, null)
}

/** Copies the choice from the server into this browser before the server erases it. */
export function rememberChoice(cart: Cart): void {
  const form = readForm(cart)
  const point = form.pickupPoint ? readPoint(cart) : null
  storeMethod(form.pickupPoint ? 'pickup' : 'home', homeMethodOf(form, cart))
  if (point && stored(LOCAL.pickupPointData) === null) {
    storeJson(LOCAL.pickupPointData, {
      selectedOption: point,
      selectedItem: null,
    } satisfies PickupPointData)
  }
}

/** Deletes the choice, so that it does not affect the next order. */
export function eraseDeliveryChoice() {
  store(LOCAL.formData, null)
  store(LOCAL.pickupPointData, null)
}

function readForm(cart: Cart): FormData {
  const form = storedForm()
  const pickup = form ? form.pickupPoint : cart.delivery?.kind === 'pickup'
  return { ...form, customAddress: !pickup, pickupPoint: pickup }
}

/** The choice stored in this browser. Null if it is missing or unreadable. */
function storedForm(): FormData | null {
  const form = storedJson(LOCAL.formData) as Partial<FormData> | null
  if (typeof form?.pickupPoint !== 'boolean' || typeof form.customAddress !== 'boolean') return null
  return { ...form, customAddress: form.customAddress, pickupPoint: !form.customAddress }
}

function readPoint(cart: Cart): MethodId | null {
  const point = storedJson(LOCAL.pickupPointData) as Partial<PickupPointData> | null
  if (point?.selectedOption) return point.selectedOption
  return storedForm() === null ? cartMethod(cart, 'pickup') : null
}

const homeMethodOf = (form: FormData, cart: Cart) =>
  form.homeMethod === undefined ? cartMethod(cart, 'home') : form.homeMethod

function cartMethod({ delivery }: Cart, kind: ChoiceKind): MethodId | null {
  if (delivery?.kind !== kind || delivery.code === '') return null
  const { shipper_code, code, service_point_code, from } = delivery
  return { shipper_code, code, service_point_code, from }
}

export function methodIdOf(method: Timeframe): MethodId {
  const [option] = method.ShippingOptions
  const values = option?.ShipperOptionsWithValue ?? {}
  return {
    shipper_code: option?.ShipperCodes[0] ?? '',
    code: option?.Code ?? '',
    service_point_code: method.IsPickupPoint
      ? (values['PickupPointCode'] ??
        values['ServicePointCode'] ??
        method.PickupPointDetails?.Code ??
        '')
      : '',
    from: method.From,
  }
}

/** A pickup point stays selected, whatever its delivery day. */
export function findMethod(
  methods: Timeframe[] | undefined,
  selected: MethodId | null | undefined,
): Timeframe | null {
  if (!selected) return null
  const found = methods?.find((method) => {
    const { shipper_code, code, service_point_code, from } = methodIdOf(method)
    if (shipper_code !== selected.shipper_code || code !== selected.code) return false
    return method.IsPickupPoint
      ? isSamePoint(method, service_point_code, selected.service_point_code)
      : (from ?? null) === (selected.from ?? null)
  })
  return found ?? null
}

const isSamePoint = (method: Timeframe, code: string, selected: string) =>
  code === selected || method.PickupPointDetails?.Code === selected
