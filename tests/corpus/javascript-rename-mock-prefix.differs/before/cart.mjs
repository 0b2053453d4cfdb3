const mockVat = () => 3;
jest.mock("./tax", () => ({ vat: mockVat }));
