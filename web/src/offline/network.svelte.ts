/** Whether the browser has a network, as far as it knows. */
class Network {
  isThere = $state(navigator.onLine);

  constructor() {
    addEventListener("online", () => (this.isThere = true));
    addEventListener("offline", () => (this.isThere = false));
  }
}

export const network = new Network();
