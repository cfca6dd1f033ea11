import { initializePaddle, type Paddle, type PaddleEventData } from '@paddle/paddle-js';
import type { CheckoutSettings } from '#domain/subscriptions/subscription-view';
import { fullPageNavigation } from '../site/navigation';

interface Checkout {
  readonly settings: CheckoutSettings;
  readonly priceId: string;
  readonly email: string;
  /** Told of every step by the checkout's own names, such as `checkout.completed`. */
  readonly onEvent: (event: string) => void;
}

let paddleLoading: Promise<Paddle | undefined> | null = null;
let eventListener: (event: string) => void = () => {};

/** Opens the payment partner's checkout above the page. Throws when its script cannot be had. The one place that knows the partner's script. */
export async function openPaddle({ settings, priceId, email, onEvent }: Checkout): Promise<void> {
  eventListener = onEvent;
  fullPageNavigation.enabled = true;
  paddleLoading ??= initializePaddle({
    token: settings.client_token ?? '',
    environment: settings.environment,
    eventCallback: ({ name }: PaddleEventData) => eventListener(name ?? ''),
  });
  const paddle = await paddleLoading.catch(() => undefined);
  if (!paddle) {
    paddleLoading = null;
    throw new Error('The script of the payment partner is not there.');
  }
  paddle.Checkout.open({
    items: [{ priceId, quantity: 1 }],
    customData: settings.custom_data ?? {},
    customer: { email },
  });
}
