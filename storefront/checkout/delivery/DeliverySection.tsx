import { lazy, type ReactNode, Suspense, useId } from 'react'

import type { Cart } from '#contract/cart.shop.ts'
import { addressLines } from '#domain/addresses/address-lines.ts'
import type { DeliveryChoice } from '#storefront/checkout/delivery/delivery-choice.ts'
import { asksCarriers, homeAddress, kindsOf } from '#storefront/order-flow/carrier-request.ts'
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
  words: PageTexts
  choice: DeliveryChoice
  offers: DeliveryOffers | undefined
  failed: boolean
  /** An order was attempted before the offers arrived, so their absence is announced. */
  asked: boolean
  onRetry: () => void
  issue: string | undefined
}

/** How the gifts are delivered: by mail, to the company, to the home or to a pickup point. */
export function DeliverySection(props: SectionProps) {
  const { cart, words } = props
  const kinds = kindsOf(cart)
  if (kinds.includes('digital')) {
    return (
      <section className={css.plain}>
        <h2>{words.say('digitalTitle')}</h2>
        <p className={css.email}>
          <Icon name="mail" />
          <span>{words.say('digitalText', { email: cart.personal_data.contact_email })}</span>
        </p>
      </section>
    )
  }
  if (kinds.includes('company')) return <CompanyDelivery cart={cart} words={words} />
  return (
    <section className={css.section}>
      {kinds.includes('pickup') && props.offers?.mayPickUp !== false ? (
        <MethodChoice cart={cart} words={words} choice={props.choice} offers={props.offers} />
      ) : null}
      <DeliveryDestination cart={cart} words={words} choice={props.choice} />
      {/* The content below the delivery times appears together with them, so that it does not move. */}
      <Suspense fallback={<MethodsLoading words={words} asked={props.asked} />}>
        {asksCarriers(cart) ? <Methods {...props} /> : null}
        {asksCarriers(cart) && !props.offers && !props.failed ? null : (
          <div className={classNames(css.company, css.quiet)}>
            <Organisation cart={cart} words={words} heading="h2" />
          </div>
        )}
      </Suspense>
    </section>
  )
}

/** One choice, not two half-filled ones. */
function MethodChoice({
  cart,
  words,
  choice,
  offers,
}: Pick<SectionProps, 'cart' | 'words' | 'choice' | 'offers'>) {
  const language = useLanguage()
  const [nearest] = offers?.points ?? []
  // Reserves the line for the distance of the nearest point until it is known.
  const unknown = asksCarriers(cart) && !offers ? '\u00a0' : ''
  const where = {
    // If home delivery is selected, the address is right below.
    home:
      choice.way === 'home'
        ? ''
        : addressLines(homeAddress(cart.personal_data), language).slice(0, 2).join(', '),
    pickup: nearest?.PickupPointDetails
      ? words.text('nearest', {
          distance: distanceText(nearest.PickupPointDetails.DistanceMeters, words, language),
        })
      : unknown,
  }
  return (
    // Only prepares the data when the pointer comes near.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset className={css.ways} onPointerEnter={preparePoints} onFocus={preparePoints}>
      <legend className={css.legend}>{words.say('kindTitle')}</legend>
      <div className={css.pair}>
        {(['home', 'pickup'] as const).map((way) => (
          <div key={way} className={css.way}>
            <Checkbox
              kind="radio"
              name="way"
              checked={choice.way === way}
              onChange={() => choice.chooseWay(way)}
              label={
                <span className={css.wayLabel}>
                  <strong>{words.say(way === 'home' ? 'homeDelivery' : 'pickupPoint')}</strong>
                  {where[way] === '' ? null : <small>{where[way]}</small>}
                </span>
              }
            />
          </div>
        ))}
      </div>
    </fieldset>
  )
}

function Methods({ words, choice, offers, failed, asked, onRetry, issue }: SectionProps) {
  const id = useId()
  if (failed) {
    return (
      <div className={css.failed} role="alert" tabIndex={-1} data-unknown>
        <p>{words.say(asked ? 'methodsFailedFirst' : 'methodsFailed')}</p>
        <Button look="quiet" onClick={onRetry}>
          {words.say('tryAgain')}
        </Button>
      </div>
    )
  }
  if (!offers) return <MethodsLoading words={words} asked={asked} />
  if (choice.way === 'home' && (offers.fallback || offers.home.length === 0)) {
    return <Standard words={words} text={offers.fallback ? 'serviceDown' : 'standardText'} />
  }
  const pickup = choice.way === 'pickup'
  const list = { chosen: choice.method, onChoose: choice.chooseMethod, words, invalid: !!issue }
  return (
    <fieldset
      className={css.ways}
      aria-describedby={issue ? `${id}-issue` : undefined}
      data-methods={choice.way}
    >
      <legend className={css.legend}>{words.say(pickup ? 'pickupTitle' : 'timesTitle')}</legend>
      <FieldNotes id={id} issue={issue} />
      {pickup ? (
        <Suspense fallback={<PointsLoading />}>
          <PickupPoints methods={offers.points} {...list} />
        </Suspense>
      ) : (
        <HomeDeliveryTimes methods={offers.home} {...list} />
      )}
    </fieldset>
  )
}

function Standard({ words, text }: { words: PageTexts; text: 'serviceDown' | 'standardText' }) {
  return (
    <div className={css.standard}>
      <Icon name="truck" />
      <div>
        <strong>{words.say('standard')}</strong>
        <p>{words.say(text)}</p>
      </div>
    </div>
  )
}

function MethodsLoading({ words, asked }: { words: PageTexts; asked: boolean }) {
  return (
    <div className={css.loading} tabIndex={-1} data-unknown>
      {asked ? (
        <p className={css.wait} role="alert">
          <Icon name="clock" />
          <span>{words.say('methodsLoading')}</span>
        </p>
      ) : null}
      <PointsLoading rows={['a', 'b', 'c', 'd', 'e', 'f']} />
    </div>
  )
}

const PointsLoading = ({ rows = ['a', 'b', 'c'] }: { rows?: string[] }) =>
  rows.map((key) => <Skeleton key={key} height="3.5rem" />)

function CompanyDelivery({ cart, words }: { cart: Cart; words: PageTexts }) {
  const organisation = cart.organization_address
  const { company } = organisation
  return (
    <section className={css.plain}>
      <h2>{words.say('companyTitle')}</h2>
      <p>{words.say('companyText', { company })}</p>
      <div className={css.company}>
        <Titled title={words.say('deliveredTo')}>
          <PostalAddress address={organisationAddress(organisation)} company={company} />
        </Titled>
        <Organisation cart={cart} words={words} heading="h3" />
      </div>
    </section>
  )
}

/** The company that gives the gifts and gets the invoice. Shown wherever something is delivered. */
function Organisation({
  cart,
  words,
  heading,
}: {
  cart: Cart
  words: PageTexts
  heading: 'h2' | 'h3'
}) {
  const organisation = cart.organization_address
  const { company, logo } = organisation
  return (
    <>
      <ShopLogo file={logo} name={company} className={css.logo} />
      <Titled title={words.say('invoiceAddress')} heading={heading}>
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
