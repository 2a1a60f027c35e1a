import { lazy, type ReactNode, Suspense, useId } from 'react'

import type { Cart } from '#contract/cart.shop.ts'
import { addressLines } from '#domain/addresses/address-lines.ts'
import type { DeliveryChoice } from '#storefront/checkout/delivery/delivery-choice.ts'
import { needsCarrier, homeAddress, kindsOf } from '#storefront/order-flow/carrier-request.ts'
import type { DeliveryOffers } from '#storefront/checkout/delivery/delivery-offers.ts'
import {
  distanceText,
  invoiceAddress,
  organisationAddress,
} from '#storefront/checkout/delivery/delivery-labels.ts'
import { HomeDeliveryTimes } from '#storefront/checkout/delivery/HomeDeliveryTimes.tsx'
import { PostalAddress } from '#storefront/checkout/delivery/PostalAddress.tsx'
import { DeliveryDestination } from '#storefront/checkout/delivery/DeliveryDestination.tsx'
import { ShopLogo } from '#storefront/images/ShopLogo.tsx'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { Button } from '#ui/components/Button.tsx'
import { classNames } from '#ui/lib/class-names.ts'
import { Checkbox } from '#ui/fields/Checkbox.tsx'
import { FieldNotes } from '#ui/fields/FieldFrame.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import { Skeleton } from '#ui/components/Skeleton.tsx'
import css from './DeliverySection.module.css'

/** The points and their map load only if pickup is chosen, or when the pointer or focus is on the choice. */
const loadPoints = () => import('#storefront/checkout/delivery/PickupPoints.tsx')
const PickupPoints = lazy(async () => ({ default: (await loadPoints()).PickupPoints }))
// If this fails, it is loaded again on use, and fails there.
const preparePoints = () => void loadPoints().catch(() => {})

type SectionProps = {
  cart: Cart
  texts: PageTexts
  choice: DeliveryChoice
  offers: DeliveryOffers | undefined
  failed: boolean
  /** The holder tried to order before the offers arrived, so the page announces that they are missing. */
  needsOffers: boolean
  onRetry: () => void
  issue: string | undefined
}

/** How the gifts are delivered: by mail, to the company, to the home or to a pickup point. */
export function DeliverySection(props: SectionProps) {
  const { cart, texts } = props
  const kinds = kindsOf(cart)
  if (kinds.includes('digital')) {
    return (
      <section className={css.plain}>
        <h2>{texts.jsx('digitalTitle')}</h2>
        <p className={css.email}>
          <Icon name="mail" />
          <span>{texts.jsx('digitalText', { email: cart.personal_data.contact_email })}</span>
        </p>
      </section>
    )
  }
  if (kinds.includes('company')) return <CompanyDelivery cart={cart} texts={texts} />
  return (
    <section className={css.section}>
      {kinds.includes('pickup') && props.offers?.mayPickUp !== false ? (
        <MethodChoice cart={cart} texts={texts} choice={props.choice} offers={props.offers} />
      ) : null}
      <DeliveryDestination cart={cart} texts={texts} choice={props.choice} />
      {/* The content below the delivery times appears together with them, so that it does not move. */}
      <Suspense fallback={<MethodsLoading texts={texts} needsOffers={props.needsOffers} />}>
        {needsCarrier(cart) ? <Methods {...props} /> : null}
        {needsCarrier(cart) && !props.offers && !props.failed ? null : (
          <div className={classNames(css.company, css.quiet)}>
            <Organisation cart={cart} texts={texts} heading="h2" />
          </div>
        )}
      </Suspense>
    </section>
  )
}

/** The choice between home delivery and pickup. */
function MethodChoice({
  cart,
  texts,
  choice,
  offers,
}: Pick<SectionProps, 'cart' | 'texts' | 'choice' | 'offers'>) {
  const language = useLanguage()
  const [nearest] = offers?.points ?? []
  // Reserves the line for the distance of the nearest point until it is known.
  const placeholder = needsCarrier(cart) && !offers ? '\u00a0' : ''
  const details = {
    // If home delivery is selected, the address is right below.
    home:
      choice.kind === 'home'
        ? ''
        : addressLines(homeAddress(cart.personal_data), language).slice(0, 2).join(', '),
    pickup: nearest?.PickupPointDetails
      ? texts.text('nearest', {
          distance: distanceText(nearest.PickupPointDetails.DistanceMeters, texts, language),
        })
      : placeholder,
  }
  return (
    // The handlers only load the code early.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset className={css.choices} onPointerEnter={preparePoints} onFocus={preparePoints}>
      <legend className={css.legend}>{texts.jsx('kindTitle')}</legend>
      <div className={css.pair}>
        {(['home', 'pickup'] as const).map((kind) => (
          <div key={kind} className={css.choice}>
            <Checkbox
              kind="radio"
              name="way"
              checked={choice.kind === kind}
              onChange={() => choice.chooseKind(kind)}
              label={
                <span className={css.choiceLabel}>
                  <strong>{texts.jsx(kind === 'home' ? 'homeDelivery' : 'pickupPoint')}</strong>
                  {details[kind] === '' ? null : <small>{details[kind]}</small>}
                </span>
              }
            />
          </div>
        ))}
      </div>
    </fieldset>
  )
}

function Methods({ texts, choice, offers, failed, needsOffers, onRetry, issue }: SectionProps) {
  const id = useId()
  if (failed) {
    return (
      <div className={css.failed} role="alert" tabIndex={-1} data-unknown>
        <p>{texts.jsx(needsOffers ? 'methodsFailedFirst' : 'methodsFailed')}</p>
        <Button variant="quiet" onClick={onRetry}>
          {texts.jsx('tryAgain')}
        </Button>
      </div>
    )
  }
  if (!offers) return <MethodsLoading texts={texts} needsOffers={needsOffers} />
  if (choice.kind === 'home' && (offers.fallback || offers.home.length === 0)) {
    return (
      <StandardShipment texts={texts} text={offers.fallback ? 'serviceDown' : 'standardText'} />
    )
  }
  const isPickup = choice.kind === 'pickup'
  const listProps = {
    chosen: choice.method,
    onChoose: choice.chooseMethod,
    texts,
    invalid: !!issue,
  }
  return (
    <fieldset
      className={css.choices}
      aria-describedby={issue ? `${id}-issue` : undefined}
      data-methods={choice.kind}
    >
      <legend className={css.legend}>{texts.jsx(isPickup ? 'pickupTitle' : 'timesTitle')}</legend>
      <FieldNotes id={id} issue={issue} />
      {isPickup ? (
        <Suspense fallback={<PointsLoading />}>
          <PickupPoints methods={offers.points} {...listProps} />
        </Suspense>
      ) : (
        <HomeDeliveryTimes methods={offers.home} {...listProps} />
      )}
    </fieldset>
  )
}

function StandardShipment({
  texts,
  text,
}: {
  texts: PageTexts
  text: 'serviceDown' | 'standardText'
}) {
  return (
    <div className={css.standard}>
      <Icon name="truck" />
      <div>
        <strong>{texts.jsx('standard')}</strong>
        <p>{texts.jsx(text)}</p>
      </div>
    </div>
  )
}

function MethodsLoading({ texts, needsOffers }: { texts: PageTexts; needsOffers: boolean }) {
  return (
    <div className={css.loading} tabIndex={-1} data-unknown>
      {needsOffers ? (
        <p className={css.wait} role="alert">
          <Icon name="clock" />
          <span>{texts.jsx('methodsLoading')}</span>
        </p>
      ) : null}
      <PointsLoading rows={['a', 'b', 'c', 'd', 'e', 'f']} />
    </div>
  )
}

const PointsLoading = ({ rows = ['a', 'b', 'c'] }: { rows?: string[] }) =>
  rows.map((key) => <Skeleton key={key} height="3.5rem" />)

function CompanyDelivery({ cart, texts }: { cart: Cart; texts: PageTexts }) {
  const organisation = cart.organization_address
  const { company } = organisation
  return (
    <section className={css.plain}>
      <h2>{texts.jsx('companyTitle')}</h2>
      <p>{texts.jsx('companyText', { company })}</p>
      <div className={css.company}>
        <Titled title={texts.jsx('deliveredTo')}>
          <PostalAddress address={organisationAddress(organisation)} company={company} />
        </Titled>
        <Organisation cart={cart} texts={texts} heading="h3" />
      </div>
    </section>
  )
}

/** The company that gives the gifts and gets the invoice. Shown wherever something is delivered. */
function Organisation({
  cart,
  texts,
  heading,
}: {
  cart: Cart
  texts: PageTexts
  heading: 'h2' | 'h3'
}) {
  const organisation = cart.organization_address
  const { company, logo } = organisation
  return (
    <>
      <ShopLogo file={logo} name={company} className={css.logo} />
      <Titled title={texts.jsx('invoiceAddress')} heading={heading}>
        <PostalAddress address={invoiceAddress(organisation)} company={company} />
      </Titled>
    </>
  )
}

function Titled({
  title,
  heading: Heading = 'h3',
  children,
}: {
  title: ReactNode
  heading?: 'h2' | 'h3'
  children: ReactNode
}) {
  return (
    <div>
      <Heading className={css.small}>{title}</Heading>
      {children}
    </div>
  )
}
