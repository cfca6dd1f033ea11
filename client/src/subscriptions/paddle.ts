import { initializePaddle, type Paddle, type PaddleEventData } from '@paddle/paddle-js';
import type { CheckoutSettings } from '#domain/subscriptions/contract';
import { fullPageNavigation } from '../site/navigation';

interface Checkout {
  readonly settings: CheckoutSettings;
  readonly priceId: string;
  readonly email: string;
  /** Called with the name of every checkout event, such as `checkout.completed`. */
  readonly onEvent: (event: string) => void;
}

let paddleLoading: Promise<Paddle | undefined> | null = null;
let eventListener: (event: string) => void = () => {};

/** Opens Paddle's checkout over the page. Throws if its script can't be loaded. */
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
    throw new Error("The payment provider's script didn't load.");
  }
  paddle.Checkout.open({
    items: [{ priceId, quantity: 1 }],
    customData: settings.custom_data ?? {},
    customer: { email },
  });
}
